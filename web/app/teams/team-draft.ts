/** What a draft of the people of a team changes: each comes or goes by themselves, so that nobody else's change is written over. */
export type TeamDraft = { added: readonly string[]; removed: readonly string[] }
export const NO_CHANGE: TeamDraft = { added: [], removed: [] }

/** People who would be in the team. */
export function idsAfter(ids: readonly string[], { added, removed }: TeamDraft): string[] {
  return [...new Set([...ids.filter((id) => !removed.includes(id)), ...added])]
}

export function withAdded({ added, removed }: TeamDraft, id: string): TeamDraft {
  if (removed.includes(id)) return { added, removed: removed.filter((one) => one !== id) }
  return { added: [...added, id], removed }
}

export function withRemoved({ added, removed }: TeamDraft, id: string): TeamDraft {
  if (added.includes(id)) return { added: added.filter((one) => one !== id), removed }
  return { added, removed: [...removed, id] }
}

/** What is still to do: somebody else may have done part of it meanwhile. */
export function pendingChange(ids: readonly string[], { added, removed }: TeamDraft): TeamDraft {
  return {
    added: added.filter((id) => !ids.includes(id)),
    removed: removed.filter((id) => ids.includes(id)),
  }
}
