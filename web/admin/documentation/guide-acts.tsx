import { useState } from 'react'
import { GUIDE_LIMITS, isWholeGuide } from '#contract/documentation/own-guides.ts'
import type { OpenGuide } from '#web/lib/remote/vault-client.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { documentationEditor as text } from '#web/messages/documentation/documentation-editor.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { AlertDialog } from '#web/ui/overlay/alert-dialog.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import type { DraftState } from './use-draft.ts'
import { useGuideAct } from './use-guide-act.ts'

type Shown = 'publish' | 'unpublish' | 'remove' | 'discard' | null
type Props = { guide: OpenGuide; state: DraftState; onGone: () => void }

/** Publishing and what takes it back. */
export function GuideActs({ guide, state, onGone }: Props) {
  const [shown, setShown] = useState<Shown>(null)
  const close = () => setShown(null)
  const { version } = guide
  const hasChanges = version === null || guide.has_changes || state.isChanged
  const next = (guide.versions[0]?.version ?? 0) + 1
  const discard = useDiscard(guide, state)
  return (
    <div className="flex flex-wrap gap-2">
      {version === null ? (
        <Button variant="outline" onClick={() => setShown('remove')}>
          {text.remove.open}
        </Button>
      ) : (
        <Button variant="outline" onClick={() => setShown('unpublish')}>
          {text.unpublish.open}
        </Button>
      )}
      {version !== null && hasChanges && (
        <Button variant="outline" isBusy={discard.isPending} onClick={() => setShown('discard')}>
          {text.discard.open}
        </Button>
      )}
      {hasChanges && (
        <Button disabled={state.isBehind || state.problem !== undefined} onClick={() => setShown('publish')}>
          {next === 1 ? text.publish.open : text.publish.openVersion(next)}
        </Button>
      )}
      <Dialog isOpen={shown === 'publish'} onClose={close} title={text.publish.title}>
        <PublishForm guide={guide} state={state} onDone={close} />
      </Dialog>
      <Dialog isOpen={shown === 'unpublish'} onClose={close} title={text.unpublish.title}>
        <TypedForm guide={guide} act="unpublish" onDone={close} />
      </Dialog>
      <Dialog isOpen={shown === 'remove'} onClose={close} title={text.remove.title}>
        <TypedForm guide={guide} act="remove" onDone={onGone} />
      </Dialog>
      <AlertDialog
        isOpen={shown === 'discard'}
        title={text.discard.ask}
        text={text.discard.text}
        confirmLabel={text.discard.confirm}
        cancelLabel={text.discard.keep}
        onConfirm={() => discard.mutate(undefined)}
        onClose={close}
      />
    </div>
  )
}

function useDiscard({ id, version }: OpenGuide, state: DraftState) {
  const { documentation } = useVault()
  return useGuideAct(
    async () => {
      if (version !== null) await documentation.restore(id, version, await state.save())
    },
    { done: () => text.discard.done },
  )
}

function PublishForm({ guide, state, onDone }: { guide: OpenGuide; state: DraftState; onDone: () => void }) {
  const { documentation } = useVault()
  const publish = useGuideAct(async (note: string) => documentation.publish(guide.id, note, await state.save()), {
    done: text.publish.done,
    onDone,
    isQuiet: true,
  })
  if (!isWholeGuide(state.draft)) return <Notice tone="attention">{text.publish.incomplete}</Notice>
  return (
    <Form onSubmit={({ note = '' }) => publish.mutate(note.trim())}>
      {publish.error && <Notice tone="error">{sentenceFor(publish.error)}</Notice>}
      <Text tone="soft">{text.publish.text}</Text>
      <TextField
        name="note"
        label={text.publish.note}
        hint={text.publish.noteHint}
        isOptional
        autoComplete="off"
        maxLength={GUIDE_LIMITS.noteCharacters}
      />
      <Button type="submit" isBusy={publish.isPending} className="self-start">
        {text.publish.submit}
      </Button>
    </Form>
  )
}

/** What cannot be undone, or is seen by every reader at once, takes the address of the guide. */
function TypedForm({ guide, act, onDone }: { guide: OpenGuide; act: 'unpublish' | 'remove'; onDone: () => void }) {
  const { documentation } = useVault()
  const words = text[act]
  const run = useGuideAct(() => documentation[act](guide.id), { done: () => words.done, onDone, isQuiet: true })
  return (
    <Form onSubmit={() => run.mutate(undefined)}>
      {run.error && <Notice tone="error">{sentenceFor(run.error)}</Notice>}
      <Text tone="soft">{words.text}</Text>
      <TextField
        name="slug"
        label={text.unpublish.type(guide.slug)}
        isMono
        autoComplete="off"
        spellCheck={false}
        validate={(typed) => (typed.trim() === guide.slug ? null : text.unpublish.wrong)}
      />
      <Button type="submit" variant="danger" isBusy={run.isPending} className="self-end">
        {words.submit}
      </Button>
    </Form>
  )
}
