import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { type FoundPeople, type FoundPerson, VaultError } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { More } from '#web/ui/list/more.tsx'
import { Progress } from '#web/ui/feedback/progress.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useAccountState, useVault } from '../vault-context.ts'
import { FoundPeopleList } from './found-people-list.tsx'
import { FoundPersonCard } from './found-person-card.tsx'
import { GRANT_DAYS, addressesIn, isAddress, numberIn, numberProblem } from './share-fields.ts'
import { StrangerNotice } from './stranger-notice.tsx'
import { type Shareable, useSharingActions } from './use-sharing-actions.ts'

type Found = { person: FoundPerson; group: null } | { person: null; group: FoundPeople }
type Props = {
  files: readonly Shareable[]
  fieldRef: RefObject<HTMLInputElement | null>
  /** Leads to the other way of sharing. */
  onLink: () => void
}

/** Looks for colleagues by address, shows whose keys those are, then shares. */
export function ShareWithPerson({ files, fieldRef, onLink }: Props) {
  const text = m.sharing.people
  const { sharing } = useVault()
  const [email, setEmail] = useState('')
  // A form that was submitted complains of an emptied field, so each person gets a new one.
  const [round, setRound] = useState(0)
  useEffect(() => {
    if (round > 0) fieldRef.current?.focus()
  }, [round, fieldRef])
  const state = useAccountState()
  const ownEmail = state.kind === 'open' ? state.email.toLowerCase() : ''
  const check = (typed: string): string | null => {
    const addresses = addressesIn(typed)
    if (typed.trim() === '') return null
    if (addresses.length === 0 || !addresses.every(isAddress)) return m.common.emailInvalid
    return addresses.every((one) => one === ownEmail) ? text.yourself : null
  }
  const find = useMutation({
    mutationFn: async (typed: string): Promise<Found> => {
      const [only = '', ...others] = addressesIn(typed).filter((one) => one !== ownEmail)
      return others.length === 0
        ? { person: await sharing.findPerson(only), group: null }
        : { person: null, group: await sharing.findPeople([only, ...others]) }
    },
  })
  // Of the search alone: an answer that comes after the field was changed shows nobody.
  const { person, group } = find.data ?? { person: null, group: null }
  const [compared, setCompared] = useState<FoundPerson | null>(null)
  // Confirming may be answered when somebody else is shown by now.
  const card = compared !== null && compared.userId === person?.userId ? compared : person
  const openable = (person ? [person] : (group?.people ?? [])).filter(({ trust }) => trust !== 'changed')
  const hasStranger =
    (find.error instanceof VaultError && find.error.code === 'person_unknown') ||
    group?.missing.some(({ code }) => code === 'person_unknown')
  const { shareAll } = useSharingActions()
  const [done, setDone] = useState(0)
  const stop = useRef<AbortController>(null)
  // Who closes the dialog wants no more of it.
  useEffect(() => () => stop.current?.abort(), [])

  const forget = () => {
    setCompared(null)
    find.reset()
  }
  const share = async (days: number | null) => {
    stop.current = new AbortController()
    setDone(0)
    const { done: shared } = await shareAll.mutateAsync({
      list: files,
      people: openable.map(({ userId }) => userId),
      days,
      stop: stop.current.signal,
      onDone: setDone,
    })
    if (shared < files.length) return
    setEmail('')
    forget()
    setRound(round + 1)
  }

  const submitText =
    openable.length > 1 ? m.sharing.submitTo(files.length, openable.length) : m.sharing.submit(files.length)
  return (
    <div className="flex flex-col gap-4">
      <Form key={round} onSubmit={({ email: typed = '' }) => find.mutate(typed)}>
        <TextField
          ref={fieldRef}
          name="email"
          inputMode="email"
          label={text.email}
          hint={text.hint}
          validate={check}
          problem={find.error ? sentenceFor(find.error) : null}
          value={email}
          onValueChange={(value) => {
            setEmail(value)
            forget()
          }}
          onPaste={(event) => {
            const pasted = event.clipboardData.getData('text').trim()
            if (!pasted.includes('\n')) return
            // A field of one line would join what the lines keep apart.
            event.preventDefault()
            const { selectionStart, selectionEnd } = event.currentTarget
            const list = pasted.split(/\s*\n\s*/).join(', ')
            setEmail(email.slice(0, selectionStart ?? 0) + list + email.slice(selectionEnd ?? 0))
            forget()
          }}
          autoComplete="off"
          spellCheck={false}
        />
        <Button type="submit" variant="outline" isBusy={find.isPending} className="self-start">
          {find.isPending ? text.finding : text.find}
        </Button>
      </Form>
      <div aria-live="polite">
        {card && <FoundPersonCard person={card} onChange={setCompared} />}
        {group && <FoundPeopleList found={group} />}
        {hasStranger && (
          <div className="mt-3 first:mt-0">
            <StrangerNotice onLink={onLink} />
          </div>
        )}
      </div>
      {openable.length > 0 && (
        <Form onSubmit={({ days }) => void share(numberIn(days))}>
          <TextField
            name="days"
            label={text.ends}
            isOptional
            hint={text.endsHint}
            inputMode="numeric"
            autoComplete="off"
            validate={numberProblem(GRANT_DAYS)}
          />
          <More title={text.how}>
            <Text tone="soft" size="xs">
              {text.what}
            </Text>
          </More>
          <Button type="submit" isBusy={shareAll.isPending} className="self-start">
            {shareAll.isPending ? m.sharing.sharing : submitText}
          </Button>
          {shareAll.isPending && files.length > 1 && (
            <ShareProgress done={done} count={files.length} onStop={() => stop.current?.abort()} />
          )}
        </Form>
      )}
    </div>
  )
}

function ShareProgress({ done, count, onStop }: { done: number; count: number; onStop: () => void }) {
  return (
    <div className="mt-3 flex items-center gap-3">
      <div className="min-w-0 flex-1">
        <Progress label={m.sharing.sharing} value={done / count} />
        <Text tone="hint" size="xs" className="mt-1.5">
          {m.sharing.progress(done, count)}
        </Text>
      </div>
      <Button variant="outline" size="sm" onClick={onStop}>
        {m.sharing.stop}
      </Button>
    </div>
  )
}
