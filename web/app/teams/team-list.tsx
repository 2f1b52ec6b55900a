import { useQuery } from '@tanstack/react-query'
import { Plus, UsersRound } from 'lucide-react'
import { useRef, useState } from 'react'
import type { NamedTeam } from '#web/lib/remote/vault-client.ts'
import { teams as text } from '#web/messages/teams.ts'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Row, RowList } from '#web/ui/list/row-list.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { usePermissions } from '#web/parts/rights/use-permissions.ts'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { NewTeamDialog } from './team-form.tsx'
import { TeamSheet } from './team-sheet.tsx'
import { teamsQuery } from '#web/parts/people/teams.queries.ts'

const ROW_PX = 64

/** The teams of the organisation whose name or description holds `query`; people who may, make and change them. */
export function TeamList({ query }: { query: string }) {
  const list = useQuery(teamsQuery(useVault().teams))
  const { can } = usePermissions()
  const [isMaking, setMaking] = useState(false)
  const [shownId, setShown] = useState<string | null>(null)
  const create = useRef<HTMLButtonElement>(null)
  const opener = useRef<HTMLElement>(null)
  const shown = list.data?.find(({ id }) => id === shownId)
  return (
    <section aria-label={text.title} className="flex flex-col gap-2.5">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <Heading>{text.title}</Heading>
        {can('manage_users') && (
          <Button ref={create} variant="outline" size="sm" onClick={() => setMaking(true)}>
            <Plus size={16} aria-hidden="true" />
            {text.create}
          </Button>
        )}
      </div>
      <Text tone="soft" className="max-w-prose">
        {text.lead}
      </Text>
      <Card>
        <QueryView
          query={list}
          text={text}
          skeleton={<SkeletonRows label={text.loading} rows={3} rowHeight={ROW_PX} />}
        >
          {(all) => (
            <Found
              teams={found(all, query)}
              isEmpty={all.length === 0}
              onShow={(id, button) => {
                opener.current = button
                setShown(id)
              }}
            />
          )}
        </QueryView>
      </Card>
      <NewTeamDialog
        isOpen={isMaking}
        onClose={() => setMaking(false)}
        onCreated={(id) => {
          opener.current = create.current
          setShown(id)
        }}
        finalFocus={create}
      />
      <TeamSheet team={shown ?? null} onClose={() => setShown(null)} finalFocus={opener} />
    </section>
  )
}

type FoundProps = { teams: readonly NamedTeam[]; isEmpty: boolean; onShow: (id: string, button: HTMLElement) => void }

function Found({ teams, isEmpty, onShow }: FoundProps) {
  const { can } = usePermissions()
  if (isEmpty) {
    return <EmptyState title={text.empty} text={can('manage_users') ? text.emptyText : text.emptyMember} seed="teams" />
  }
  if (teams.length === 0) return <EmptyState title={text.notFound} seed="teams" isLine />
  return (
    <RowList label={text.title}>
      {teams.map(({ id, name, description, people, source, isMine }) => (
        <Row
          key={id}
          icon={<UsersRound size={20} aria-hidden="true" />}
          title={name}
          badge={
            <>
              {isMine && <Badge tone="brand">{text.yours}</Badge>}
              {source === 'scim' && <Badge>{text.managed}</Badge>}
            </>
          }
          detail={[text.count(people), description].filter(Boolean).join(' · ')}
          actions={
            <Button
              variant="outline"
              size="sm"
              aria-label={text.openOf(name)}
              onClick={({ currentTarget }) => onShow(id, currentTarget)}
            >
              {text.open}
            </Button>
          }
        />
      ))}
    </RowList>
  )
}

function found(all: readonly NamedTeam[], query: string): NamedTeam[] {
  const wanted = query.trim().toLowerCase()
  return all.filter(({ name, description }) => `${name} ${description}`.toLowerCase().includes(wanted))
}
