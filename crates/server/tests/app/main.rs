//! The app as a page sees it: sessions as functions, and the whole over real sockets. One program, so that it is linked
//! once.

mod adjournments;
mod arrangements;
mod course;
mod harm;
mod lab;
mod learning;
mod library;
mod page;
mod records;
mod rules;
mod session;
mod socket;
mod study;
mod table;
mod take_along;
mod tournaments;
mod variations;
