import { type RefObject, useState } from 'react'
import { TAG_COLORS } from '#contract/tags.ts'
import type { VaultFile, VaultTag } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { Button } from '#web/ui/button/button.tsx'
import { TagDot } from '#web/ui/feedback/tag-dot.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { ColorChoice } from '#web/ui/form/color-choice.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { useSpace } from '../../spaces/space-scope.tsx'
import { fileNameProblem } from '../rename/file-name.ts'
import { useTagActions } from './use-tag-actions.ts'
import { type TagsByFile, useTags } from './use-tags.ts'

type Props = { files: readonly VaultFile[]; onClose: () => void; gridRef: RefObject<HTMLElement | null> }

/** Which tags some files have; open while there are files. Each tick is kept at once. */
export function TagsDialog({ files, onClose, gridRef }: Props) {
  const text = m.documents.choose
  const [only] = files
  const title = files.length === 1 && only ? m.documents.menuOf(only.name) : text.titleMany(files.length)
  return (
    <Dialog isOpen={files.length > 0} onClose={onClose} title={title} finalFocus={gridRef}>
      <TagChoices files={files} onClose={onClose} />
    </Dialog>
  )
}

function TagChoices({ files, onClose }: Pick<Props, 'files' | 'onClose'>) {
  const text = m.documents.choose
  const space = useSpace()
  const { tags, tagged } = useTags()
  const { createOn } = useTagActions()
  const [isNaming, setNaming] = useState(false)
  return (
    <div className="flex flex-col gap-4">
      {space.id !== null && <Text tone="soft">{text.own(space.name)}</Text>}
      {tags.length > 0 ? (
        <ul aria-label={m.documents.tags} className="flex max-h-72 flex-col gap-1.5 overflow-y-auto p-0.5">
          {tags.map((tag) => (
            <li key={tag.id}>
              <TagTick tag={tag} files={files} tagged={tagged} />
            </li>
          ))}
        </ul>
      ) : (
        !isNaming && <Text tone="soft">{m.documents.noTags}</Text>
      )}
      {isNaming ? (
        <NewTagFields
          onCreate={(tag) => {
            createOn(
              tag,
              files.map(({ id }) => id),
            )
            setNaming(false)
          }}
          onCancel={() => setNaming(false)}
        />
      ) : (
        <div className="flex justify-between gap-2">
          <Button variant="outline" onClick={() => setNaming(true)}>
            {m.documents.newTag.open}
          </Button>
          <Button onClick={onClose}>{text.done}</Button>
        </div>
      )}
    </div>
  )
}

type TickProps = { tag: VaultTag; files: readonly VaultFile[]; tagged: TagsByFile }

/** Ticked when all of the files have it, half when some do. */
function TagTick({ tag, files, tagged }: TickProps) {
  const { add, take } = useTagActions()
  const pairs = (wanted: boolean) =>
    files
      .filter(({ id }) => (tagged.get(id)?.has(tag.id) === true) !== wanted)
      .map(({ id }) => ({ fileId: id, tagId: tag.id }))
  const having = files.length - pairs(true).length
  return (
    <Checkbox
      label={
        <span className="flex items-center gap-2">
          <TagDot color={tag.color} />
          <span className="wrap-anywhere">{tag.name}</span>
        </span>
      }
      checked={having === files.length}
      indeterminate={having > 0 && having < files.length}
      onCheckedChange={(isOn) => (isOn ? add(...pairs(true)) : take(...pairs(false)))}
    />
  )
}

type NewProps = { onCreate: (tag: { name: string; color: string }) => void; onCancel: () => void }

function NewTagFields({ onCreate, onCancel }: NewProps) {
  const text = m.documents.newTag
  const [color, setColor] = useState<string>(TAG_COLORS[0])
  return (
    <Form onSubmit={({ name = '' }) => onCreate({ name: name.trim(), color })}>
      <TextField
        name="name"
        label={text.label}
        hint={text.hint}
        required={false}
        validate={fileNameProblem}
        autoComplete="off"
        spellCheck={false}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it takes the place of the button that was pressed
        autoFocus
      />
      <ColorChoice
        label={text.color}
        colors={TAG_COLORS.map((id) => [id, m.documents.colors[id]] as const)}
        value={color}
        onChange={setColor}
      />
      <div className="flex justify-end gap-2">
        <Button variant="outline" onClick={onCancel}>
          {m.common.cancel}
        </Button>
        <Button type="submit">{m.documents.choose.createOn}</Button>
      </div>
    </Form>
  )
}
