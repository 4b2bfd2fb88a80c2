//! What is known of Jungle beside its rules and its evaluations: tables of endings.

pub(crate) mod tablebases;
