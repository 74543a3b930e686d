"""Measurements that decide design questions; none of it runs on the table."""
