/** Whether a name contains what was typed, in any case. A name that cannot be shown is found by no search. */
export function isFound(name: string | null, query: string): boolean {
  const typed = query.trim().toLowerCase()
  return typed === '' || (name !== null && name.toLowerCase().includes(typed))
}
