import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { decodeList } from '#contract/csv/decode-list.ts'
import { formatOf, SOURCE_LIMITS, type SourceFormat } from '#contract/sources/sources.ts'
import type { VaultClient, VaultFile } from '#web/lib/remote/vault-client.ts'
import { sources as text } from '#web/messages/studio/sources.ts'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { SelectField } from '#web/ui/form/filter-field.tsx'
import { SearchField } from '#web/ui/form/search-field.tsx'
import { TextArea } from '#web/ui/form/text-area.tsx'
import { Text, TextButton } from '#web/ui/layout/text.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { said } from '../said.ts'
import { NameField, useAdding } from './source-forms.tsx'
import { sourceSpacesQuery, textFilesQuery } from './sources.queries.ts'
import { useStudioAction } from '../use-studio-action.ts'

const words = text.vault
const MAX_SHOWN = 12
const ROW_PX = 40

/** Why a file is not offered to be sent. */
const UNREAD = {
  no_text: () => text.noText,
  not_as_shown: () => words.notAsShown,
  too_large: () => text.tooLarge,
}

/** `space`: the name of the team space; null for a file of the vault. */
type Opened = { id: string; name: string; format: SourceFormat; text: string; space: string | null }

/** A file of the person's vault, or of a team space: opened in this page, and sent only as the person confirms it. */
export function VaultForm({ onDone }: { onDone: () => void }) {
  const [opened, setOpened] = useState<Opened | null>(null)
  return opened ? <Confirming opened={opened} onDone={onDone} /> : <FileChoice onOpened={setOpened} />
}

function FileChoice({ onOpened }: { onOpened: (file: Opened) => void }) {
  const vault = useVault()
  const [space, setSpace] = useState('')
  const [search, setSearch] = useState('')
  const [problem, setProblem] = useState<Unread | null>(null)
  const spaces = useQuery(sourceSpacesQuery(vault.spaces)).data ?? []
  const list = useQuery(textFilesQuery(vault, space === '' ? null : space))
  const nameOf = (id: string | null) => spaces.find((one) => one.id === id)?.name ?? null
  const open = useStudioAction((file: VaultFile) => openText(vault.files, file, nameOf(file.spaceId)), {
    done: () => undefined,
    failed: words.openFailed,
    keys: [],
    onDone: (file) => {
      const isOpen = typeof file === 'object'
      setProblem(isOpen ? null : file)
      if (isOpen) onOpened(file)
    },
  })
  return (
    <>
      <PlaceChoice
        spaces={spaces}
        value={space}
        onChange={(next) => {
          setProblem(null)
          setSpace(next)
        }}
      />
      <SearchField label={words.search} clearLabel={words.clear} value={search} onChange={setSearch} />
      {problem && <Notice tone="error">{UNREAD[problem]()}</Notice>}
      <QueryView
        query={list}
        text={{ failed: words.failed, retry: text.retry }}
        skeleton={<SkeletonRows label={text.loading} rows={4} rowHeight={ROW_PX} />}
      >
        {(all) => (
          <FileList files={all} search={search} isBusy={open.isPending} onChoose={(file) => open.mutate(file)} />
        )}
      </QueryView>
    </>
  )
}

type PlaceProps = { spaces: readonly { id: string; name: string }[]; value: string; onChange: (space: string) => void }

function PlaceChoice({ spaces, value, onChange }: PlaceProps) {
  if (spaces.length === 0) return null
  const options = spaces.map(({ id, name }) => [id, words.space(name)] as const)
  return (
    <SelectField label={words.place} value={value} onChange={onChange} options={[['', words.ownVault], ...options]} />
  )
}

type ListProps = { files: readonly VaultFile[]; search: string; isBusy: boolean; onChoose: (file: VaultFile) => void }

function FileList({ files, search, isBusy, onChoose }: ListProps) {
  const found = files.filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase()))
  return (
    <>
      {found.length === 0 && <Text tone="hint">{words.none}</Text>}
      <ul aria-label={words.files} className="divide-y divide-line">
        {found.slice(0, MAX_SHOWN).map((file) => (
          <li key={file.id} className="py-2 text-sm">
            <TextButton className="text-left wrap-anywhere" disabled={isBusy} onClick={() => onChoose(file)}>
              {file.name}
            </TextButton>
          </li>
        ))}
      </ul>
      {found.length > MAX_SHOWN && <Text tone="hint">{words.more(found.length - MAX_SHOWN)}</Text>}
    </>
  )
}

/** Exactly what is shown here leaves. */
function Confirming({ opened, onDone }: { opened: Opened; onDone: () => void }) {
  const { id, name, format, text: found, space } = opened
  const add = useAdding({ onDone })
  const [sent, setSent] = useState(found)
  const [isConfirmed, setConfirmed] = useState(false)
  const [isMissing, setMissing] = useState(false)
  const submit = ({ name: typed = '' }: { name?: string }) => {
    setMissing(!isConfirmed)
    if (isConfirmed) add.mutate({ kind: 'vault', name: typed.trim(), format, text: sent, file: id })
  }
  return (
    <Form onSubmit={submit}>
      <Notice tone="attention">{words.leaves}</Notice>
      <Text tone="soft">{space === null ? words.leavesText : words.leavesSpace(space)}</Text>
      {add.error && <Notice tone="error">{said(add.error)}</Notice>}
      <NameField name={name} />
      <TextArea
        name="text"
        label={text.fields.text}
        hint={words.textHint}
        isMono
        rows={14}
        value={sent}
        onValueChange={(next) => {
          // Another text is not the one that was confirmed.
          setConfirmed(false)
          setSent(next)
        }}
      />
      <Checkbox
        label={words.confirm}
        checked={isConfirmed}
        onCheckedChange={(isOn) => {
          setMissing(false)
          setConfirmed(isOn)
        }}
      />
      {isMissing && <Notice tone="error">{words.confirmMissing}</Notice>}
      <Button type="submit" isBusy={add.isPending} className="self-start">
        {words.store}
      </Button>
    </Form>
  )
}

type Unread = keyof typeof UNREAD

/** Opens a file under the name that its author signed: the list is no proof of it. */
async function openText(
  files: VaultClient['files'],
  { id, name }: VaultFile,
  space: string | null,
): Promise<Opened | Unread> {
  const view = await files.view(id)
  try {
    if (view.name !== name) return 'not_as_shown'
    if (view.sizeBytes > SOURCE_LIMITS.bytes) return 'too_large'
    const bytes = new Uint8Array(await new Blob(await view.read(0, view.sizeBytes)).arrayBuffer())
    const decoded = decodeList(bytes)
    const format = formatOf(name)
    return decoded && format ? { id, name, format, text: decoded.text, space } : 'no_text'
  } finally {
    view.close()
  }
}
