-- Of the sandbox, which keeps what outside parties would keep.
create database sandbox;
