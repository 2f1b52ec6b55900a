import { useEffect, useRef, useState, type RefObject } from 'react'
import { m } from '#web/messages/app.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { More } from '#web/ui/list/more.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { ShareProgress } from '../share-progress.tsx'
import { GRANT_DAYS, numberIn, numberProblem } from '../share-fields.ts'
import type { Shareable } from '../use-sharing-actions.ts'
import { type Found, areKnown, openableIn } from './found.ts'
import { FoundPeopleList } from './found-people-list.tsx'
import { FoundPersonCard } from './found-person-card.tsx'
import { PeopleField } from './people-field.tsx'
import { StrangerNotice } from './stranger-notice.tsx'
import { useFoundPeople } from './use-found-people.ts'
import { useGiveFiles } from './use-give-files.ts'

type Props = {
  files: readonly Shareable[]
  fieldRef: RefObject<HTMLInputElement | null>
  /** Leads to the other way of sharing. */
  onLink: () => void
}

/**
 * Shares with colleagues by name or address. Those whose keys are remembered are given the files at once; a first contact, and anybody
 * whose keys need a look, is shown before.
 */
export function ShareWithPerson({ files, fieldRef, onLink }: Props) {
  const text = m.sharing.people
  // A form that was submitted complains of an emptied field, so each person gets a new one.
  const [round, setRound] = useState(0)
  useEffect(() => {
    if (round > 0) fieldRef.current?.focus()
  }, [round, fieldRef])
  const people = useFoundPeople()
  const { found } = people
  const { give, isGiving, done, stop } = useGiveFiles(files)
  const [hasEnd, setHasEnd] = useState(false)

  const share = async (to: Found, days: number | null) => {
    if (!(await give(openableIn(to), days))) return
    people.type('')
    setRound(round + 1)
  }
  const submit = ({ email = '', days }: Record<string, string>) => {
    if (found && openableIn(found).length > 0) void share(found, numberIn(days))
    else people.find(email, (to) => areKnown(to) && void share(to, numberIn(days)))
  }

  const count = found ? openableIn(found).length : 0
  const submitText = count > 1 ? m.sharing.submitTo(files.length, count) : m.sharing.submit(files.length)
  return (
    <Form key={round} onSubmit={submit}>
      <PeopleField people={people} fieldRef={fieldRef} />
      {hasEnd && <EndField />}
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" isBusy={people.isFinding || isGiving}>
          {people.isFinding ? text.finding : isGiving ? m.sharing.sharing : submitText}
        </Button>
        {!hasEnd && (
          <Button variant="ghost" onClick={() => setHasEnd(true)}>
            {text.setEnd}
          </Button>
        )}
      </div>
      {/* Below the button, which stays where it was pressed: the second press is of the same one. */}
      <div aria-live="polite" className="flex flex-col gap-3 empty:hidden">
        {count > 0 && !isGiving && <Text className="font-semibold">{text.confirm(nameIn(found), submitText)}</Text>}
        {found?.person && <FoundPersonCard person={found.person} onChange={people.setCompared} />}
        {found?.group && <FoundPeopleList found={found} onTakeOut={people.takeOut} />}
        {people.isStranger && <StrangerNotice onLink={onLink} />}
      </div>
      {isGiving && files.length > 1 && <Given done={done} count={files.length} onStop={stop} />}
      {count > 0 && (
        <More title={text.how}>
          <Text tone="soft" size="xs">
            {text.what}
          </Text>
        </More>
      )}
    </Form>
  )
}

/** The only person who can be given the files; null where there are several. */
function nameIn(found: Found | null): string | null {
  const { name = '', email = null } = found?.person ?? {}
  return name || email
}

function EndField() {
  const text = m.sharing.people
  const field = useRef<HTMLInputElement>(null)
  // The button that asked for it is gone.
  useEffect(() => field.current?.focus(), [])
  return (
    <TextField
      ref={field}
      name="days"
      label={text.ends}
      isOptional
      hint={text.endsHint}
      inputMode="numeric"
      autoComplete="off"
      validate={numberProblem(GRANT_DAYS)}
    />
  )
}

function Given({ done, count, onStop }: { done: number; count: number; onStop: () => void }) {
  const { sharing, progress } = m.sharing
  return <ShareProgress label={sharing} text={progress(done, count)} done={done} count={count} onStop={onStop} />
}
