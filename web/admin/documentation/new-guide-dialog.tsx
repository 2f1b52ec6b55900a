import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  GUIDE_LIMITS,
  type GuideDraft,
  guideProblem,
  OWN_GUIDES_PATH,
  slugOf,
} from '#contract/documentation/own-guides.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { documentationEditor as text } from '#web/messages/documentation/documentation-editor.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { guidesQuery } from './documentation.queries.ts'
import { useGuideAct } from './use-guide-act.ts'

const words = text.new

type Props = { isOpen: boolean; onClose: () => void; onMade: (id: string) => void }

/** Title and address of a guide; the rest is written in the editor. */
export function NewGuideDialog({ isOpen, onClose, onMade }: Props) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={words.title}>
      <NewGuideForm
        onMade={(id) => {
          onClose()
          onMade(id)
        }}
      />
    </Dialog>
  )
}

function NewGuideForm({ onMade }: { onMade: (id: string) => void }) {
  const { documentation } = useVault()
  const { data } = useQuery(guidesQuery(documentation))
  const [title, setTitle] = useState('')
  const [typed, setTyped] = useState<string | null>(null)
  const slug = typed ?? slugOf(title)
  const create = useGuideAct((draft: GuideDraft) => documentation.create(draft), { onDone: onMade, isQuiet: true })
  const built = data?.built.map((guide) => guide.slug) ?? []
  return (
    <Form
      onSubmit={() =>
        create.mutate({
          slug,
          title: title.trim(),
          description: '',
          section: 'getting-started',
          place: 0,
          replaces: null,
          body: '',
        })
      }
    >
      {create.error && <Notice tone="error">{sentenceFor(create.error)}</Notice>}
      <TextField
        name="title"
        label={words.name}
        maxLength={GUIDE_LIMITS.titleCharacters}
        autoComplete="off"
        value={title}
        onChange={(event) => setTitle(event.currentTarget.value)}
        validate={(value) => (value.trim() === '' ? words.titleMissing : null)}
      />
      <TextField
        name="slug"
        label={words.slug}
        hint={words.slugHint(OWN_GUIDES_PATH + slug)}
        isMono
        maxLength={GUIDE_LIMITS.slugCharacters}
        autoComplete="off"
        spellCheck={false}
        value={slug}
        onChange={(event) => setTyped(event.currentTarget.value)}
        validate={(value) => {
          const problem = guideProblem({ slug: value.trim(), replaces: null, body: '' }, built)
          return problem ? text.problem(problem) : null
        }}
      />
      <Button type="submit" isBusy={create.isPending} className="self-start">
        {words.submit}
      </Button>
    </Form>
  )
}
