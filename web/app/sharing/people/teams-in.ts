import type { NamedTeam } from '#web/lib/remote/vault-client.ts'
import type { Suggestion } from '#web/ui/form/suggest-field.tsx'
import { lastEntry } from './suggest-colleagues.ts'

const BREAK = /[,;\n]/
const SHOWN = 3

/**
 * The teams that a typed list names, and the text without them. A name counts as a whole entry only, in whatever case; one with a comma in
 * it is found as well.
 */
export function teamsIn<Team extends { name: string }>(
  typed: string,
  teams: readonly Team[],
): { teams: Team[]; rest: string } {
  const named: Team[] = []
  let rest = typed
  // The longest first: "Sales, Europe" is not "Sales".
  for (const team of teams.toSorted((a, b) => b.name.length - a.name.length)) {
    for (let at = placeOf(team.name, rest); at >= 0; at = placeOf(team.name, rest)) {
      if (!named.includes(team)) named.push(team)
      rest = rest.slice(0, at) + rest.slice(at + team.name.length)
    }
  }
  return { teams: named, rest: rest.replace(/^[\s,;]+|[\s,;]+$/g, '') }
}

/** Where a name stands as a whole entry; -1 where it does not. */
function placeOf(name: string, text: string): number {
  const [wanted, all] = [name.toLowerCase(), text.toLowerCase()]
  for (let at = all.indexOf(wanted); at >= 0; at = all.indexOf(wanted, at + 1)) {
    const before = all.slice(0, at).trimEnd().at(-1)
    const after = all.slice(at + wanted.length).trimStart()[0]
    const isEnd = (mark: string | undefined) => mark === undefined || BREAK.test(mark)
    if (isEnd(before) && isEnd(after)) return at
  }
  return -1
}

/** Teams whose name, or a word of it, begins with what is typed last. `detailOf` says how many people are in one. */
export function suggestTeams(
  typed: string,
  teams: readonly NamedTeam[],
  detailOf: (people: number) => string,
): Suggestion[] {
  const { before, entry } = lastEntry(typed)
  const wanted = entry.toLowerCase()
  if (wanted === '') return []
  return teams
    .filter(({ name, people }) => {
      const lower = name.toLowerCase()
      const begins = lower.startsWith(wanted) || lower.split(/\s+/).some((word) => word.startsWith(wanted))
      return people > 0 && begins && lower !== wanted && teamsIn(before, [{ name }]).teams.length === 0
    })
    .slice(0, SHOWN)
    .map(({ id, name, people }) => ({ id, label: name, detail: detailOf(people), text: before + name }))
}
