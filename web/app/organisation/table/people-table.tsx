import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { MAX_COUNTED } from '#contract/limits.ts'
import { TEAM_ROLES } from '#contract/permissions.ts'
import { useMedia } from '#web/lib/media.ts'
import { m } from '#web/messages/app.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { people } from '#web/messages/people.ts'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Heading } from '#web/ui/layout/text.tsx'
import { choice } from '#web/parts/list/choice.ts'
import { ExportButton } from '#web/parts/list/export-button.tsx'
import { ListCard } from '#web/parts/list/list-card.tsx'
import { useFilters } from '#web/parts/list/use-filters.ts'
import { teamsQuery } from '#web/parts/people/teams.queries.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import type { ShownMember } from '#web/parts/people/member-of.ts'
import { MemberDialog } from '../member-dialog.tsx'
import { useMembers } from '../use-members.ts'
import { personId, usePeopleChoice, usePersonMenu } from './people-acts.tsx'
import { peopleColumns, type PersonRow } from './people-columns.tsx'
import { peopleFilters, peopleRules, TABLE_STATES } from './people-filters.ts'

const { table: text } = people
const ROW_PX = 56

/** People of the organisation as managers see them: a table that is searched, filtered and exported, and acts on several of them. */
export function PeopleTable() {
  const filters = useFilters(peopleFilters)
  const rules = peopleRules(filters.values)
  const found = useMembers(rules)
  const [shown, setShown] = useState<ShownMember | null>(null)
  const hasRoomFor = useRoom()
  const onShow = ({ member }: PersonRow) => setShown(member)
  const members = new Map((found.members ?? []).map((member) => [member.userId, member]))
  // Made once: a row that is chosen is known by being the same.
  const rows = (found.list.data?.pages ?? []).flatMap(({ people: listed }) =>
    listed.flatMap((row): PersonRow[] => {
      const member = members.get(row.id)
      return member ? [{ row, member }] : []
    }),
  )
  const byId = new Map(rows.map((one) => [personId(one), one]))
  const rowsOf = (page: { people: readonly PersonRow['row'][] }): PersonRow[] =>
    page.people.flatMap(({ id }) => byId.get(id) ?? [])
  return (
    <section aria-label={m.team.members} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Heading>{m.team.members}</Heading>
        <PeopleExport rules={rules} />
      </div>
      {found.trustProblem && (
        <Notice tone="error">{m.files.because(m.team.keysFailed, sentenceFor(found.trustProblem))}</Notice>
      )}
      <ListCard
        name="people"
        list={found.list}
        rowsOf={rowsOf}
        rowId={personId}
        label={m.team.members}
        words={{ ...m.team, ...text, noMatch: m.team.noneFound }}
        filters={filters}
        fields={useFields()}
        columns={peopleColumns(onShow).filter(({ id }) => hasRoomFor(id))}
        onOpen={onShow}
        choice={{
          ...usePeopleChoice(rows, filters.query),
          count: found.members && countWords(found.count),
        }}
        menu={usePersonMenu(onShow)}
        rowPx={ROW_PX}
      />
      {/* As the list has them now, which may have changed since they were chosen. */}
      <MemberDialog member={shown && (members.get(shown.userId) ?? shown)} onClose={() => setShown(null)} />
    </section>
  )
}

/** Columns that a screen has room for next to the sidebar, besides those that the table leaves out itself. */
function useRoom(): (column: string) => boolean {
  const isLarge = useMedia('(min-width: 80rem)')
  const isWide = useMedia('(min-width: 90rem)')
  return (column) => {
    if (['storage', 'active'].includes(column)) return isWide
    return isLarge || !['factor', 'teams'].includes(column)
  }
}

const countWords = (count: number): string =>
  count > MAX_COUNTED ? m.team.countOver(MAX_COUNTED) : m.team.count(count)

function useFields() {
  const { role, state } = m.team.filters
  const { data: teams = [] } = useQuery(teamsQuery(useVault().teams))
  const words = { suspended: m.team.suspended, waiting: text.states.waiting, removed: text.states.removed }
  return [
    choice('role', role, { values: TEAM_ROLES, say: m.team.role, width: 'w-44' }),
    choice('state', state, { values: TABLE_STATES, say: (value) => words[value], width: 'w-36' }),
    choice('factor', text.columns.factor, { values: ['missing'], say: () => text.factorMissing, width: 'w-36' }),
    ...(teams.length === 0
      ? []
      : [
          {
            name: 'team' as const,
            label: text.team,
            options: teams.map(({ id, name }) => [id, name] as const),
            width: 'w-40',
          },
        ]),
    choice('guests', people.guests.badge, { values: ['only'], say: () => people.guests.only, width: 'w-36' }),
  ]
}

function PeopleExport({ rules }: { rules: ReturnType<typeof peopleRules> }) {
  const { people: list } = useVault()
  return (
    <ExportButton
      label={text.export}
      read={() => list.export(rules)}
      fileName="people.csv"
      done={text.exported}
      failed={text.exportFailed}
    />
  )
}
