import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, ClipboardPaste, FileUp, LockKeyhole } from 'lucide-react'
import { useState } from 'react'
import type { ListedSource } from '#web/lib/remote/vault-client.ts'
import { sources as words } from '#web/messages/studio/sources.ts'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Text, TextButton } from '#web/ui/layout/text.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { AlertDialog } from '#web/ui/overlay/alert-dialog.tsx'
import { Sheet } from '#web/ui/overlay/sheet.tsx'
import { FileForm, PasteForm } from './source-forms.tsx'
import { sourcesQuery } from './sources.queries.ts'
import { VaultForm } from './vault-form.tsx'
import { useStudioAction } from '../use-studio-action.ts'

const ROW_PX = 48
const WAYS = [
  ['pasted', () => words.paste, ClipboardPaste, PasteForm],
  ['file', () => words.upload, FileUp, FileForm],
  ['vault', () => words.fromVault, LockKeyhole, VaultForm],
] as const
type Way = (typeof WAYS)[number][0]

/** The sources of the organisation: those that there are, and a way to add one. */
export function SourcesSheet({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const [way, setWay] = useState<Way | null>(null)
  const chosen = WAYS.find(([name]) => name === way)
  const close = () => {
    setWay(null)
    onClose()
  }
  const Form = chosen?.[3]
  return (
    <Sheet isOpen={isOpen} onClose={close} title={chosen ? chosen[1]() : words.title}>
      {Form ? (
        <>
          <TextButton className="flex items-center gap-1.5 self-start" onClick={() => setWay(null)}>
            <ArrowLeft size={14} aria-hidden="true" />
            {words.back}
          </TextButton>
          <Form onDone={() => setWay(null)} />
        </>
      ) : (
        <>
          <Text tone="soft">{words.lead}</Text>
          <fieldset className="flex flex-wrap gap-2">
            <legend className="sr-only">{words.add}</legend>
            {WAYS.map(([name, label, Icon]) => (
              <Button key={name} variant="outline" size="sm" onClick={() => setWay(name)}>
                <Icon size={14} aria-hidden="true" />
                {label()}
              </Button>
            ))}
          </fieldset>
          <SourceList />
        </>
      )}
    </Sheet>
  )
}

function SourceList() {
  const { sources } = useVault()
  const list = useQuery(sourcesQuery(sources))
  const [asked, setAsked] = useState<ListedSource | null>(null)
  const remove = useStudioAction((id: string) => sources.remove(id), {
    done: words.deleted,
    failed: words.deleteFailed,
    keys: ['studio-sources'],
  })
  return (
    <QueryView query={list} text={words} skeleton={<SkeletonRows label={words.loading} rows={3} rowHeight={ROW_PX} />}>
      {({ sources: all, embeddings }) => (
        <>
          {embeddings !== 'ready' && <Notice tone="info">{words.byWords}</Notice>}
          {all.length === 0 && <Text tone="hint">{words.none}</Text>}
          <ul aria-label={words.list} className="divide-y divide-line">
            {all.map((source) => (
              <li key={source.id} className="flex items-center justify-between gap-3 py-2.5 text-sm">
                <span className="min-w-0">
                  <span className="block font-semibold wrap-anywhere">{source.name}</span>
                  <Text tone="hint" size="xs">
                    {words.row(source.kind, source.sentences, source.is_read)}
                  </Text>
                </span>
                <TextButton aria-label={words.deleteOne(source.name)} onClick={() => setAsked(source)}>
                  {words.delete}
                </TextButton>
              </li>
            ))}
          </ul>
          <AlertDialog
            isOpen={asked !== null}
            title={words.deleteTitle(asked?.name ?? '')}
            text={words.deleteText}
            confirmLabel={words.delete}
            cancelLabel={words.cancel}
            isPending={remove.isPending}
            onConfirm={() => asked && remove.mutate(asked.id, { onSettled: () => setAsked(null) })}
            onClose={() => setAsked(null)}
          />
        </>
      )}
    </QueryView>
  )
}
