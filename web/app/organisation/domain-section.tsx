import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { AtSign } from 'lucide-react'
import { useState } from 'react'
import { installationQuery } from '#web/parts/vault/installation.queries.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { useNow } from '#web/lib/clock.ts'
import { formatTimeAgo, midSentence } from '#web/lib/format.ts'
import type { Domain } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { people } from '#web/messages/people.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { CardSection } from '#web/ui/layout/card.tsx'
import { FactList } from '#web/ui/list/fact-list.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Row, RowList } from '#web/ui/list/row-list.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Heading, Span, Text } from '#web/ui/layout/text.tsx'
import { toastDone, toastError } from '#web/ui/overlay/toast.tsx'
import { domainsQuery } from '#web/parts/people/team.queries.ts'

const text = people.domains

/** The domains whose people join when they sign up, for owners; nothing where everybody joins one organisation anyway. */
export function DomainSection() {
  const { team, installation } = useVault()
  const facts = useQuery(installationQuery(installation))
  const isOffered = facts.data?.mode === 'personal'
  const { data, error } = useQuery({ ...domainsQuery(team), enabled: isOffered })
  if (!isOffered) return null
  return (
    <CardSection aria-label={text.title}>
      <div className="flex flex-col gap-3 p-4">
        <div>
          <Heading>{text.title}</Heading>
          <Text tone="soft" className="mt-0.5 max-w-prose">
            {text.lead}
          </Text>
        </div>
        {error && <Notice tone="error">{m.files.because(text.failed, sentenceFor(error))}</Notice>}
        {data && <AddDomain />}
      </div>
      {data && data.length > 0 && (
        <div className="border-t border-line">
          <RowList label={text.title}>
            {data.map((domain) => (
              <DomainRow key={domain.id} domain={domain} />
            ))}
          </RowList>
        </div>
      )}
    </CardSection>
  )
}

function AddDomain() {
  const { team } = useVault()
  const queries = useQueryClient()
  const [added, setAdded] = useState(0)
  const add = useMutation({
    mutationFn: (typed: string) => team.addDomain(typed),
    onSuccess: () => setAdded(added + 1),
    onSettled: () => queries.invalidateQueries({ queryKey: domainsQuery(team).queryKey }),
  })
  return (
    // Empty and without a complaint after each domain.
    <Form key={added} onSubmit={({ domain = '' }) => add.mutate(domain)}>
      {add.error && <Notice tone="error">{sentenceFor(add.error)}</Notice>}
      <div className="flex flex-wrap items-end gap-2">
        <div className="min-w-0 flex-1 basis-56 sm:max-w-80">
          <TextField
            name="domain"
            label={text.domain}
            autoComplete="off"
            spellCheck={false}
            placeholder="example.com"
          />
        </div>
        <Button type="submit" variant="outline" isBusy={add.isPending}>
          {text.add}
        </Button>
      </div>
    </Form>
  )
}

function DomainRow({ domain: { id, domain, record, isVerified, missingSince, checkedAt } }: { domain: Domain }) {
  const { team } = useVault()
  const queries = useQueryClient()
  const now = useNow()
  const onSettled = () => queries.invalidateQueries({ queryKey: domainsQuery(team).queryKey })
  const check = useMutation({
    mutationFn: () => team.checkDomain(id),
    onSuccess: (verified) => verified && toastDone(text.verified, text.verifiedText(domain)),
    onError: (error) => toastError(text.checkFailed, sentenceFor(error)),
    onSettled,
  })
  const remove = useMutation({
    mutationFn: () => team.removeDomain(id),
    onSuccess: () => toastDone(text.removed, text.removedText(domain)),
    onError: (error) => toastError(text.removeFailed, sentenceFor(error)),
    onSettled,
  })
  const isWaiting = !isVerified || missingSince !== null
  const checked = checkedAt ? text.checked(midSentence(formatTimeAgo(new Date(checkedAt), now))) : text.neverChecked
  return (
    <>
      <Row
        icon={<AtSign size={18} aria-hidden="true" />}
        title={domain}
        badge={
          missingSince ? (
            <Badge tone="warn">{text.missing}</Badge>
          ) : isVerified ? (
            <Badge tone="brand">{text.verified}</Badge>
          ) : (
            <Badge>{text.waiting}</Badge>
          )
        }
        detail={isVerified ? checked : `${text.notYet} ${checked}`}
        actions={
          <>
            <Button
              variant="outline"
              size="sm"
              aria-label={text.checkOf(domain)}
              isBusy={check.isPending}
              onClick={() => check.mutate()}
            >
              {text.check}
            </Button>
            <Button
              variant="outline"
              size="sm"
              aria-label={text.removeOf(domain)}
              isBusy={remove.isPending}
              onClick={() => remove.mutate()}
            >
              {text.remove}
            </Button>
          </>
        }
      />
      {isWaiting && (
        <li className="flex flex-col gap-2 px-4 pt-3 pb-4">
          <Text tone="soft" className="max-w-prose">
            {missingSince ? text.missingText : text.recordText}
          </Text>
          <FactList
            facts={[
              [text.recordName, <Mono key="name">{record.name}</Mono>],
              [text.recordType, <Mono key="type">TXT</Mono>],
              [text.recordValue, <Mono key="value">{record.value}</Mono>],
            ]}
          />
          {check.data === false && <Notice tone="attention">{text.notFound}</Notice>}
        </li>
      )}
    </>
  )
}

function Mono({ children }: { children: string }) {
  return <Span className="font-mono text-xs wrap-anywhere">{children}</Span>
}
