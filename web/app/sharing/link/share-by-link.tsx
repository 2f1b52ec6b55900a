import { SlidersHorizontal } from 'lucide-react'
import { type RefObject, useState } from 'react'
import { LIMITS } from '#contract/limits.ts'
import { formatBytes } from '#web/lib/format.ts'
import { m } from '#web/messages/app.ts'
import { policies } from '#web/messages/threats/policies.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { useIsGuest } from '#web/parts/people/guest-badge.tsx'
import { usePolicies } from '#web/parts/people/use-policies.ts'
import { linkRules } from './link-rules.ts'
import { numberIn, textIn } from '../share-fields.ts'
import { ShareProgress } from '../share-progress.tsx'
import type { Shareable, SharedFolder } from '../use-sharing-actions.ts'
import { NewLinkFields } from './new-link-fields.tsx'
import { NewLinkView } from './new-link-view.tsx'
import { useMakeLink } from './use-make-link.ts'

const DEFAULT_DAYS = 7

type Props = SharedFolder & {
  files: readonly Shareable[]
  submitRef: RefObject<HTMLButtonElement | null>
}

/** Makes a link to what is shared, at once or with terms of its own. */
export function ShareByLink({ files, folderName, submitRef }: Props) {
  const text = m.sharing.link
  const { only, make, address, forget, isMaking, done, stop } = useMakeLink(files, { folderName })
  const [isOpen, setOpen] = useState(false)
  const policy = usePolicies()
  const isGuest = useIsGuest()
  const rules = linkRules(policy)
  const days = Math.min(DEFAULT_DAYS, rules.days.max)
  // What the organisation wants of a link cannot be left to what is usual.
  const hasTerms = isOpen || rules.needsPassword || rules.downloads.isOptional !== true
  if (address !== null) return <NewLinkView address={address} count={only ? null : files.length} onAnother={forget} />
  if (!policy.allowsLinks || (isGuest && !policy.allowsGuestLinks))
    return <Text tone="soft">{policies.links.none}</Text>
  if (files.length > LIMITS.linkFiles) return <Text tone="soft">{m.sharing.several.tooMany(LIMITS.linkFiles)}</Text>

  const create = ({ days: typed, password = '', limit, sender }: Record<string, string>) =>
    make({
      days: numberIn(typed) ?? days,
      password: password === '' ? null : password,
      maxDownloads: numberIn(limit),
      sender: textIn(sender),
    })
  return (
    <Form onSubmit={create}>
      {!only && <Snapshot files={files} days={hasTerms ? null : days} />}
      {rules.says && <Text tone="soft">{rules.says}</Text>}
      {hasTerms ? <NewLinkFields days={days} rules={rules} /> : only && <Text tone="soft">{text.usual(days)}</Text>}
      <div className="flex flex-wrap items-center gap-2">
        <Button ref={submitRef} type="submit" variant="outline" isBusy={isMaking}>
          {isMaking ? text.busy : text.submit}
        </Button>
        {!hasTerms && (
          <Button variant="ghost" className="max-sm:px-0" onClick={() => setOpen(true)}>
            <SlidersHorizontal size={15} aria-hidden="true" />
            {text.terms}
          </Button>
        )}
      </div>
      {isMaking && files.length > 1 && (
        <ShareProgress
          label={text.busy}
          text={m.sharing.several.sealed(done, files.length)}
          done={done}
          count={files.length}
          onStop={stop}
        />
      )}
      {hasTerms && (
        <Text tone="hint" size="xs">
          {only ? text.promise : m.sharing.several.promise}
        </Text>
      )}
    </Form>
  )
}

/** What a link to several files opens, and what it does not. */
function Snapshot({ files, days }: { files: readonly Shareable[]; days: number | null }) {
  const text = m.sharing.several
  const sizes = files.map(({ sizeBytes }) => sizeBytes)
  const total = sizes.every((size) => size !== undefined) ? sizes.reduce((sum, size) => sum + size, 0) : null
  return (
    <Text tone="soft">
      {text.usual(files.length, total === null ? null : formatBytes(total), days)} {text.snapshot}
    </Text>
  )
}
