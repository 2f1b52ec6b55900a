import { SlidersHorizontal } from 'lucide-react'
import { type RefObject, useState } from 'react'
import { m } from '#web/messages/app.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { numberIn, textIn } from '../share-fields.ts'
import { type Shareable, useSharingActions } from '../use-sharing-actions.ts'
import { NewLinkFields } from './new-link-fields.tsx'
import { NewLinkView } from './new-link-view.tsx'

const DEFAULT_DAYS = 7

type Props = { file: Shareable; submitRef: RefObject<HTMLButtonElement | null> }

/** Makes a link to one file, at once or with terms of its own. */
export function ShareByLink({ file, submitRef }: Props) {
  const text = m.sharing.link
  const { shareByLink } = useSharingActions()
  const [address, setAddress] = useState<string | null>(null)
  const [hasTerms, setHasTerms] = useState(false)
  if (address !== null) return <NewLinkView address={address} onAnother={() => setAddress(null)} />

  const create = ({ days, password = '', limit, sender }: Record<string, string>) => {
    const wanted = {
      fileId: file.id,
      days: numberIn(days) ?? DEFAULT_DAYS,
      password: password === '' ? null : password,
      maxDownloads: numberIn(limit),
      sender: textIn(sender),
    }
    shareByLink.mutate({ wanted, name: file.name }, { onSuccess: setAddress })
  }
  return (
    <Form onSubmit={create}>
      {hasTerms ? <NewLinkFields days={DEFAULT_DAYS} /> : <Text tone="soft">{text.usual(DEFAULT_DAYS)}</Text>}
      <div className="flex flex-wrap items-center gap-2">
        <Button ref={submitRef} type="submit" variant="outline" isBusy={shareByLink.isPending}>
          {shareByLink.isPending ? text.busy : text.submit}
        </Button>
        {!hasTerms && (
          <Button variant="ghost" onClick={() => setHasTerms(true)}>
            <SlidersHorizontal size={15} aria-hidden="true" />
            {text.terms}
          </Button>
        )}
      </div>
      {hasTerms && (
        <Text tone="hint" size="xs">
          {text.promise}
        </Text>
      )}
    </Form>
  )
}
