-- Breaks nothing. Logs that ended before are named by the anchor log of today as well, so that evidence of their events is witnessed
-- (docs/decisions/0099-ended-logs-are-named-again.md).

update ledger.logs set anchored = 0, anchored_at = null where ended_at is not null and kind <> 'anchor';
