"""What a machine that is nothing else needs: service, start, updates, checks, sticks, and its reports of bugs."""
