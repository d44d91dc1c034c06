"""Tests of the collection: its rules, its contract, its sessions in a shell."""
