import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { type Location, type NavigateOptions, useLocation, useSearchParams } from 'react-router'
import { content as words } from '#web/messages/studio/content.ts'
import { MAY_LOSE } from '#web/parts/form/use-leave-guard.ts'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { TextLink } from '#web/ui/layout/link.tsx'
import { PageHead } from '#web/ui/layout/page-head.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { CheckRecord } from '../check/check-record.tsx'
import { studioPath } from '../studio-room.ts'
import { draftQuery, draftsQuery } from './content.queries.ts'
import { DraftWorkspace } from './draft-workspace.tsx'
import type { DraftStart } from './start-draft.ts'
import { useGrammar } from './grammar/use-grammar.ts'
import { useRewriting } from './rewriting/use-rewriting.ts'
import { useWriting } from './use-writing.ts'

const ROW_PX = 48

/** Texts of the organisation: what is to be written, the text, and what to look at. The open draft is in the address. */
export function ContentPage() {
  const { drafts } = useVault()
  const [parameters, setParameters] = useSearchParams()
  const id = parameters.get('draft')
  const list = useQuery(draftsQuery(drafts))
  const open = useQuery({ ...draftQuery(drafts, id ?? ''), enabled: id !== null })
  const writing = useWriting()
  const rewriting = useRewriting()
  const grammar = useGrammar()
  const choose = (draft: string | null, options?: NavigateOptions) =>
    setParameters(draft === null ? {} : { draft }, { ...options, state: { ...options?.state, isChosen: true } })
  const { key, state } = useLocation() as Location<PlaceState | null>
  const workspace = state?.workspace ?? key
  const queries = useQueryClient()
  /** Gives the workspace its stored draft, with what is typed by then. */
  const stored = async (draft: string) => {
    await queries.prefetchQuery(draftQuery(drafts, draft))
    setParameters({ draft }, { replace: true, state: { ...MAY_LOSE.state, workspace } })
  }
  useWhenChosen(() => {
    writing.forget()
    rewriting.close()
  })
  return (
    <div className="flex flex-col gap-4">
      <PageHead title={words.title} lead={words.description}>
        <Tools model={list.data?.model} isWriting={writing.writing !== null} onNew={() => choose(null)} />
      </PageHead>
      <QueryView query={list} text={words} skeleton={<Skeleton />}>
        {({ drafts: all, model }) => (
          <>
            {model === null && <NoModel />}
            {id !== null && open.data === undefined ? (
              <QueryView query={open} text={words} skeleton={<Skeleton />}>
                {() => null}
              </QueryView>
            ) : (
              <DraftWorkspace
                key={workspace}
                open={id === null ? undefined : open.data}
                start={state?.start}
                all={all}
                model={model}
                rewriting={rewriting}
                writing={writing}
                grammar={grammar}
                onChoose={choose}
                onStored={stored}
              />
            )}
          </>
        )}
      </QueryView>
    </div>
  )
}

type ToolProps = { model: { model: string } | null | undefined; isWriting: boolean; onNew: () => void }

function Tools({ model, isWriting, onNew }: ToolProps) {
  return (
    <span className="flex flex-wrap items-center gap-3">
      {model && <Badge>{words.writtenBy(model.model)}</Badge>}
      <CheckRecord />
      <Button variant="outline" disabled={isWriting} onClick={onNew}>
        {words.newDraft}
      </Button>
    </span>
  )
}

/** `workspace`: key of the location in which the draft was opened that is stored now. */
type PlaceState = { isChosen?: boolean; workspace?: string; start?: DraftStart }

/** Leaves what belongs to a draft once another one is chosen, not while somebody is asked whether to stay. */
function useWhenChosen(leave: () => void): void {
  const { key, state } = useLocation() as Location<PlaceState | null>
  const chosen = state?.isChosen === true ? key : null
  const left = useEffectEvent(leave)
  useEffect(() => {
    if (chosen !== null) left()
  }, [chosen])
}

const Skeleton = () => (
  <Card>
    <SkeletonRows label={words.loading} rows={6} rowHeight={ROW_PX} />
  </Card>
)

/** Said for as long as no model is chosen: what is made then is a plan. */
function NoModel() {
  return (
    <Notice tone="attention" action={<TextLink to={studioPath('models')}>{words.connect}</TextLink>}>
      {words.noModel}. {words.noModelText}
    </Notice>
  )
}
