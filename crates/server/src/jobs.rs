//! Jobs on the page: long work that commands do in units, as their ledger has it. `GET /jobs.json` lists them, `POST /jobs/stop`
//! stops one.

use axum::body::Body;
use axum::extract::Query;
use axum::http::{HeaderValue, Response, StatusCode, header};
use serde::Deserialize;
use std::fmt::Debug;
use std::sync::Arc;
use tokio::task::spawn_blocking;

/// Where jobs are known.
pub trait JobSource: Debug + Send + Sync {
    /// The jobs, the newest first, as `wanqi jobs --json` tells them.
    ///
    /// # Errors
    /// Why they cannot be read.
    fn list(&self) -> Result<String, String>;

    /// Asks whoever is at a job to stop.
    ///
    /// # Errors
    /// If there is no such job, or nobody is at it.
    fn stop(&self, job: &str) -> Result<(), String>;
}

/// Which job is meant.
#[derive(Debug, Deserialize)]
pub(crate) struct StopRequest {
    job: String,
}

/// An app that keeps nothing has no jobs.
#[derive(Debug)]
struct Nowhere;

impl JobSource for Nowhere {
    fn list(&self) -> Result<String, String> {
        Ok(r#"{"jobs":[]}"#.into())
    }

    fn stop(&self, job: &str) -> Result<(), String> {
        Err(format!("there is no job {job}"))
    }
}

/// Those of an app that keeps nothing.
pub(crate) fn nowhere() -> Arc<dyn JobSource> {
    Arc::new(Nowhere)
}

/// Lists jobs.
pub(crate) async fn list(jobs: Arc<dyn JobSource>) -> Response<Body> {
    answer(jobs, |jobs| jobs.list()).await
}

/// Stops a job.
pub(crate) async fn stop(jobs: Arc<dyn JobSource>, Query(request): Query<StopRequest>) -> Response<Body> {
    answer(jobs, move |jobs| jobs.stop(&request.job).map(|()| "{}".into())).await
}

async fn answer(
    jobs: Arc<dyn JobSource>,
    ask: impl FnOnce(&dyn JobSource) -> Result<String, String> + Send + 'static,
) -> Response<Body> {
    let asked = spawn_blocking(move || ask(&*jobs)).await;
    let asked = asked.unwrap_or_else(|_| Err("the ledger of jobs cannot be read".into()));
    let (status, kind, text) = match asked {
        Ok(text) => (StatusCode::OK, "application/json", text),
        Err(text) => (StatusCode::CONFLICT, "text/plain; charset=utf-8", text),
    };
    let mut response = Response::new(Body::from(text));
    *response.status_mut() = status;
    for (name, value) in [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "no-store")] {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}
