import { OWN_GUIDES_PATH } from '#contract/documentation/own-guides.ts'
import type { OpenGuide } from '#web/lib/remote/vault-client.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { documentationEditor as text } from '#web/messages/documentation/documentation-editor.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { AlertDialog } from '#web/ui/overlay/alert-dialog.tsx'
import { useStayGuard } from '#web/parts/form/use-leave-guard.ts'
import { ChangedGuide } from './changed-guide.tsx'
import { GuideActs } from './guide-acts.tsx'
import { GuideFields } from './guide-fields.tsx'
import { GuideMark } from './guide-list.tsx'
import { GuideText } from './guide-text.tsx'
import { type DraftState, useDraft } from './use-draft.ts'
import { VersionsPart } from './versions-part.tsx'

type Built = readonly { slug: string; title: string }[]
type Props = { guide: OpenGuide; built: Built; onClose: () => void }

/** Text and preview, what the list says of the guide, its versions, and what is done with it. */
export function GuideEditor({ guide, built, onClose }: Props) {
  const state = useDraft(
    guide,
    built.map(({ slug }) => slug),
  )
  const { isAsked, leave, stay } = useStayGuard(state.isChanged)
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="flex min-w-0 flex-wrap items-center gap-2.5">
          <Heading className="wrap-anywhere">{state.draft.title || text.untitled}</Heading>
          <GuideMark guide={guide} />
          {guide.version !== null && (
            <a
              href={OWN_GUIDES_PATH + guide.slug}
              target="_blank"
              rel="noopener"
              className="rounded-sm text-sm font-semibold text-brand underline underline-offset-3 pointer-coarse:py-2"
            >
              {text.publish.view}
            </a>
          )}
        </div>
        <GuideActs guide={guide} state={state} onGone={onClose} />
      </div>
      {state.isBehind && <ChangedGuide guide={guide} state={state} />}
      {state.problem && <Notice tone="attention">{text.problem(state.problem)}</Notice>}
      <SaveMark state={state} />
      <GuideText body={state.draft.body} onChange={(body) => state.change({ body })} />
      <GuideFields guide={guide} state={state} built={built} />
      <Card className="p-4">
        <VersionsPart guide={guide} state={state} />
      </Card>
      <AlertDialog
        isOpen={isAsked}
        title={text.leave.title}
        text={text.leave.text}
        confirmLabel={text.leave.confirm}
        cancelLabel={text.leave.stay}
        onConfirm={leave}
        onClose={stay}
      />
    </>
  )
}

/** Whether what is written is stored; a failure stays until it is. */
function SaveMark({ state }: { state: DraftState }) {
  const { error, isSaving, isChanged, isBehind, problem } = state
  const saveNow = () => void state.save().catch((failure: unknown) => console.warn(failure))
  if (error && !isBehind) {
    return (
      <Notice
        tone="error"
        action={
          <Button variant="outline" size="sm" isBusy={isSaving} onClick={saveNow}>
            {text.save.retry}
          </Button>
        }
      >
        {`${text.save.failed}. ${sentenceFor(error)}`}
      </Notice>
    )
  }
  const mayNow = isChanged && !isBehind && problem === undefined
  return (
    <div className="flex min-h-8 flex-wrap items-center gap-2">
      <Text tone="hint" aria-live="polite">
        {isSaving ? text.save.saving : isChanged ? text.save.waiting : text.save.saved}
      </Text>
      {mayNow && (
        <Button variant="ghost" size="sm" isBusy={isSaving} onClick={saveNow}>
          {text.save.now}
        </Button>
      )}
    </div>
  )
}
