import type { OpenGuide } from '#web/lib/remote/vault-client.ts'
import { documentationEditor as text } from '#web/messages/documentation/documentation-editor.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { DiffView } from '#web/parts/diff/diff-view.tsx'
import type { DraftState } from './use-draft.ts'

/** Says that somebody else saved while a guide was written, shows both texts, and lets the person choose. */
export function ChangedGuide({ guide, state }: { guide: OpenGuide; state: DraftState }) {
  return (
    <Notice
      tone="attention"
      action={
        <div className="flex flex-col gap-2 text-ink">
          <p className="text-sm">{text.theirs}</p>
          <DiffView before={state.draft.body} after={guide.body} text={text.diff} />
          <div className="flex flex-wrap gap-2">
            <Button size="sm" variant="outline" onClick={state.takeTheirs}>
              {text.takeTheirs}
            </Button>
            <Button size="sm" variant="outline" onClick={state.keepMine}>
              {text.keepMine}
            </Button>
          </div>
        </div>
      }
    >
      {guide.updated_by === null ? text.changed : text.changedBy(guide.updated_by)}
    </Notice>
  )
}
