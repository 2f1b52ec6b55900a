import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState, type RefObject } from 'react'
import type { FoundPerson } from '#web/lib/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { Button } from '#web/ui/button.tsx'
import { Form } from '#web/ui/field.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { Text } from '#web/ui/text.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useAccountState, useVault } from '../../vault-context.ts'
import { FoundPersonCard } from './found-person-card.tsx'
import { GRANT_DAYS, numberIn, numberProblem } from './share-fields.ts'
import { type Shareable, useSharingActions } from './use-sharing-actions.ts'

type Props = { files: readonly Shareable[]; fieldRef: RefObject<HTMLInputElement | null> }

/** Looks for a colleague by address, shows whose keys those are, then shares. */
export function ShareWithPerson({ files, fieldRef }: Props) {
  const text = m.sharing.people
  const { sharing } = useVault()
  const [person, setPerson] = useState<FoundPerson | null>(null)
  const [email, setEmail] = useState('')
  // A form that was submitted complains of an emptied field, so each person gets a new one.
  const [round, setRound] = useState(0)
  useEffect(() => {
    if (round > 0) fieldRef.current?.focus()
  }, [round, fieldRef])
  const state = useAccountState()
  const ownEmail = state.kind === 'open' ? state.email.toLowerCase() : ''
  const notMyself = (typed: string) => (typed.trim().toLowerCase() === ownEmail ? text.yourself : null)
  const find = useMutation({ mutationFn: sharing.findPerson, onSuccess: setPerson })
  const { shareAll } = useSharingActions()
  const [done, setDone] = useState(0)
  const stop = useRef<AbortController>(null)
  // Who closes the dialog wants no more of it.
  useEffect(() => () => stop.current?.abort(), [])

  const forget = () => {
    setPerson(null)
    find.reset()
  }
  const share = async (days: number | null) => {
    if (!person) return
    stop.current = new AbortController()
    setDone(0)
    const shared = await shareAll.mutateAsync({
      list: files,
      person,
      days,
      stop: stop.current.signal,
      onDone: setDone,
    })
    if (shared < files.length) return
    setEmail('')
    forget()
    setRound(round + 1)
  }

  return (
    <div className="flex flex-col gap-4">
      <Form key={round} onSubmit={({ email: typed = '' }) => find.mutate(typed)}>
        <TextField
          ref={fieldRef}
          name="email"
          type="email"
          label={text.email}
          hint={text.hint}
          validate={notMyself}
          problem={find.error ? sentenceFor(find.error) : null}
          value={email}
          onValueChange={(value) => {
            setEmail(value)
            forget()
          }}
          autoComplete="off"
          spellCheck={false}
        />
        <Button type="submit" variant="outline" isBusy={find.isPending} className="self-start">
          {find.isPending ? text.finding : text.find}
        </Button>
      </Form>
      <div aria-live="polite">{person && <FoundPersonCard person={person} onChange={setPerson} />}</div>
      {person && person.trust !== 'changed' && (
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
            {shareAll.isPending ? m.sharing.sharing : m.sharing.submit(files.length)}
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
