import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDateTime } from '#web/lib/format.ts'
import { saveBlob } from '#web/lib/files/save-text.ts'
import type { AccessOnDay as Access, Member, VaultClient } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { accessOnDay as text } from '#web/messages/reviews/access-on-day.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Span, Text } from '#web/ui/layout/text.tsx'
import { PlainRow, PlainRows } from '#web/ui/list/plain-rows.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { useAction } from '#web/parts/action/use-action.ts'
import { EnglishArea } from '#web/parts/language/english-area.tsx'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'

const ROW_PX = 44

type Grant = Access['grants'][number]
type Asked = { person: string; day: string }

const accessQuery = (reviews: VaultClient['reviews'], asked: Asked) =>
  queryOptions({
    queryKey: ['reviews', 'access', asked.person, asked.day],
    queryFn: () => reviews.access(asked),
    staleTime: 0,
  })

const today = (): string => new Date().toISOString().slice(0, 10)

/** What somebody could open on a chosen day, as far as the server knows, and what it does not know. */
export function AccessOnDay({ member }: { member: Member }) {
  const [day, setDay] = useState(today)
  const { reviews } = useVault()
  const asked = { person: member.userId, day }
  const access = useQuery(accessQuery(reviews, asked))
  const save = useAction(() => reviews.exportAccess(asked), {
    done: text.saved,
    failed: text.saveFailed,
    keys: [],
    onDone: (csv) => saveBlob(`access-${day}.csv`, csv),
  })
  return (
    <EnglishArea>
      <div className="flex flex-col gap-4">
        <Form onSubmit={() => undefined}>
          <TextField
            name="day"
            type="date"
            label={text.day}
            defaultValue={day}
            max={today()}
            onChange={({ target }) => target.value !== '' && setDay(target.value)}
          />
        </Form>
        <QueryView
          query={access}
          text={text}
          skeleton={<SkeletonRows label={text.loading} rows={4} rowHeight={ROW_PX} />}
        >
          {({ grants, is_cut: isCut }) => (
            <>
              {grants.length === 0 ? (
                <Text>{text.none}</Text>
              ) : (
                <PlainRows label={text.list}>
                  {grants.map((one) => (
                    <GrantRow key={`${one.kind} ${one.what} ${one.began}`} grant={one} />
                  ))}
                </PlainRows>
              )}
              {isCut && <Notice tone="attention">{text.cut}</Notice>}
            </>
          )}
        </QueryView>
        <Text tone="soft">{text.limits}</Text>
        <Button variant="outline" className="self-start" isBusy={save.isPending} onClick={() => save.mutate(undefined)}>
          {text.save}
        </Button>
      </div>
    </EnglishArea>
  )
}

function GrantRow({ grant }: { grant: Grant }) {
  const { kind, held_role: role, began, ended, source, given_by: by, files } = grant
  const facts = [
    kind === 'space' && m.team.role(role),
    files !== null && text.files(files),
    text.from(formatDateTime(new Date(began))),
    ended !== null && text.until(formatDateTime(new Date(ended))),
    by !== '' && text.by(by),
    text.source(source),
  ].filter((fact) => fact !== false)
  return (
    <PlainRow>
      <span className="flex flex-col">
        <span className="font-semibold">{nameOf(grant)}</span>
        <Span tone="hint" size="xs">
          {facts.join(' · ')}
        </Span>
      </span>
    </PlainRow>
  )
}

function nameOf({ kind, what }: Grant): string {
  if (kind === 'space') return text.space(what)
  if (kind === 'share') return text.file(what)
  if (kind === 'own') return text.kinds.own
  return `${text.kinds[kind]}: ${kind === 'role' ? m.team.role(what) : what}`
}
