/** A line of PostgreSQL's log as it begins, with the default `log_line_prefix`. What follows a line of another kind is part of that one. */
const ABOUT_ITSELF = /^[\d-]+ [\d:.]+ \S+ \[\d+\] (PANIC|FATAL|LOG|HINT): /
const MOST_LINES = 10

/** What PostgreSQL says of its own end. Lines about statements, which may quote what people stored, are none of it. */
export function lastWordsIn(log: string): string {
  const lines = log.split('\n').filter((line) => ABOUT_ITSELF.test(line))
  return lines.slice(-MOST_LINES).join('\n')
}
