import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState, type RefObject } from 'react'
import type { FoundPeople, FoundPerson } from '#web/lib/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { Button } from '#web/ui/button.tsx'
import { Form } from '#web/ui/field.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { Text } from '#web/ui/text.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useAccountState, useVault } from '../../vault-context.ts'
import { FoundPeopleList } from './found-people-list.tsx'
import { FoundPersonCard } from './found-person-card.tsx'
import { GRANT_DAYS, addressesIn, numberIn, numberProblem } from './share-fields.ts'
import { type Shareable, useSharingActions } from './use-sharing-actions.ts'

type Props = { files: readonly Shareable[]; fieldRef: RefObject<HTMLInputElement | null> }

/** Looks for colleagues by address, shows whose keys those are, then shares. */
export function ShareWithPerson({ files, fieldRef }: Props) {
  const text = m.sharing.people
  const { sharing } = useVault()
  const [person, setPerson] = useState<FoundPerson | null>(null)
  const [group, setGroup] = useState<FoundPeople | null>(null)
  const [email, setEmail] = useState('')
  // A form that was submitted complains of an emptied field, so each person gets a new one.
  const [round, setRound] = useState(0)
  useEffect(() => {
    if (round > 0) fieldRef.current?.focus()
  }, [round, fieldRef])
  const state = useAccountState()
  const ownEmail = state.kind === 'open' ? state.email.toLowerCase() : ''
  const notMyself = (typed: string) => (addressesIn(typed).includes(ownEmail) ? text.yourself : null)
  const find = useMutation({
    mutationFn: async (typed: string) => {
      const [only = '', ...others] = addressesIn(typed)
      if (others.length === 0) setPerson(await sharing.findPerson(only))
      else setGroup(await sharing.findPeople([only, ...others]))
    },
  })
  const openable = (person ? [person] : (group?.people ?? [])).filter(({ trust }) => trust !== 'changed')
  const { shareAll } = useSharingActions()
  const [done, setDone] = useState(0)
  const stop = useRef<AbortController>(null)
  // Who closes the dialog wants no more of it.
  useEffect(() => () => stop.current?.abort(), [])

  const forget = () => {
    setPerson(null)
    setGroup(null)
    find.reset()
  }
  const share = async (days: number | null) => {
    stop.current = new AbortController()
    setDone(0)
    const shared = await shareAll.mutateAsync({
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
          type="email"
          multiple
          label={text.email}
          hint={text.hint}
          validate={notMyself}
          problem={find.error ? sentenceFor(find.error) : null}
          value={email}
          onValueChange={(value) => {
            setEmail(value)
            forget()
          }}
          onPaste={(event) => {
            const pasted = event.clipboardData.getData('text')
            const list = addressesIn(pasted)
            // A field of one line would join what a list keeps apart.
            if (list.length < 2) return
            event.preventDefault()
            setEmail([...addressesIn(email), ...list].join(', '))
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
        {person && <FoundPersonCard person={person} onChange={setPerson} />}
        {group && <FoundPeopleList found={group} />}
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
          <Text tone="hint" size="xs">
            {text.what}
          </Text>
          <Button type="submit" isBusy={shareAll.isPending} className="self-start">
            {shareAll.isPending ? m.sharing.sharing : submitText}
          </Button>
          {shareAll.isPending && files.length > 1 && (
            <div className="mt-3 flex items-center gap-3">
              <div className="min-w-0 flex-1">
                <Progress label={m.sharing.sharing} value={done / files.length} />
                <Text tone="hint" size="xs" className="mt-1.5">
                  {m.sharing.progress(done, files.length)}
                </Text>
              </div>
              <Button variant="outline" size="sm" onClick={() => stop.current?.abort()}>
                {m.sharing.stop}
              </Button>
            </div>
          )}
        </Form>
      )}
    </div>
  )
}
