import { useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useState } from 'react'
import { formatDateTime } from '#web/lib/format.ts'
import type { GuideVersion, OpenGuide } from '#web/lib/remote/vault-client.ts'
import { documentationEditor } from '#web/messages/documentation/documentation-editor.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { SelectField } from '#web/ui/form/filter-field.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { Row, RowList } from '#web/ui/list/row-list.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { AlertDialog } from '#web/ui/overlay/alert-dialog.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { DiffView } from '#web/parts/diff/diff-view.tsx'
import { versionQuery } from './documentation.queries.ts'
import type { DraftState } from './use-draft.ts'
import { useGuideAct } from './use-guide-act.ts'

const text = documentationEditor.versions
const ROW_PX = 48

/** What was published, newest first: compared with the draft, and made the draft again. */
export function VersionsPart({ guide, state }: { guide: OpenGuide; state: DraftState }) {
  const { documentation } = useVault()
  const [compared, setCompared] = useState<number | null>(null)
  const [asked, setAsked] = useState<number | null>(null)
  const restore = useGuideAct(
    async (version: number) => {
      // What is in no version is saved before it is replaced: so the revision is the one that this person saw.
      await documentation.restore(guide.id, version, await state.save())
      return version
    },
    { done: text.restored },
  )
  return (
    <section aria-label={text.title} className="flex flex-col gap-2">
      <Heading>{text.title}</Heading>
      {guide.versions.length === 0 ? (
        <Text tone="soft">{text.none}</Text>
      ) : (
        <RowList label={text.title}>
          {guide.versions.map((version) => (
            <VersionRow
              key={version.version}
              version={version}
              isCurrent={version.version === guide.version}
              onCompare={setCompared}
              onRestore={setAsked}
            />
          ))}
        </RowList>
      )}
      <Dialog
        isOpen={compared !== null}
        onClose={() => setCompared(null)}
        title={documentationEditor.diff.title(compared ?? 0)}
      >
        {compared !== null && <Comparison guide={guide} from={compared} draft={state.draft.body} />}
      </Dialog>
      <AlertDialog
        isOpen={asked !== null}
        title={text.ask(asked ?? 0)}
        text={text.askText}
        confirmLabel={text.confirm}
        cancelLabel={text.keep}
        onConfirm={() => asked !== null && restore.mutate(asked)}
        onClose={() => setAsked(null)}
      />
    </section>
  )
}

type RowProps = {
  version: GuideVersion
  isCurrent: boolean
  onCompare: (version: number) => void
  onRestore: (version: number) => void
}

function VersionRow({ version: { version, note, published_by: who, published_at: at }, ...props }: RowProps) {
  const when = text.by(who, formatDateTime(new Date(at)))
  return (
    <Row
      isSlim
      icon={<History size={18} aria-hidden="true" />}
      title={documentationEditor.versionMark(version)}
      badge={props.isCurrent ? <Badge tone="brand">{text.current}</Badge> : null}
      detail={note === '' ? when : `${note} · ${when}`}
      actions={
        <>
          <Button
            variant="ghost"
            size="sm"
            aria-label={text.compareOne(version)}
            onClick={() => props.onCompare(version)}
          >
            {text.compare}
          </Button>
          <Button
            variant="ghost"
            size="sm"
            aria-label={text.restoreOne(version)}
            onClick={() => props.onRestore(version)}
          >
            {text.restore}
          </Button>
        </>
      }
    />
  )
}

const DRAFT = 'draft'

/** Any version against another one or the draft. */
function Comparison({ guide, from, draft }: { guide: OpenGuide; from: number; draft: string }) {
  const [to, setTo] = useState(DRAFT)
  const others = guide.versions.filter(({ version }) => version !== from)
  return (
    <div className="flex flex-col gap-3">
      <SelectField
        label={documentationEditor.diff.to}
        value={to}
        onChange={setTo}
        options={[
          [DRAFT, documentationEditor.diff.draft],
          ...others.map(({ version }) => [String(version), documentationEditor.versionMark(version)] as const),
        ]}
      />
      <WithBody guide={guide} version={from}>
        {(before) =>
          to === DRAFT ? (
            <DiffView before={before} after={draft} text={documentationEditor.diff} />
          ) : (
            <WithBody guide={guide} version={Number(to)}>
              {(after) => <DiffView before={before} after={after} text={documentationEditor.diff} />}
            </WithBody>
          )
        }
      </WithBody>
    </div>
  )
}

type BodyProps = { guide: OpenGuide; version: number; children: (body: string) => React.ReactNode }

function WithBody({ guide, version, children }: BodyProps) {
  const query = useQuery(versionQuery(useVault().documentation, guide.id, version))
  return (
    <QueryView
      query={query}
      text={{ failed: text.failed, retry: documentationEditor.retry }}
      skeleton={<SkeletonRows label={text.loading} rows={3} rowHeight={ROW_PX} />}
    >
      {({ body }) => children(body)}
    </QueryView>
  )
}
