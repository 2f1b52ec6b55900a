import { useState } from 'react'
import { KEYWORD_LIMITS } from '#contract/keywords/keywords.ts'
import type { KeywordProject } from '#web/lib/remote/vault-client.ts'
import { keywords as text } from '#web/messages/studio/keywords.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { SelectField } from '#web/ui/form/filter-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import type { FilledCluster } from './sort-clusters.ts'
import { useStudioAction } from '../use-studio-action.ts'

const words = text.detail
const MAX_NAME_CHARACTERS = 240

type Props = { isOpen: boolean; onClose: () => void; project: KeywordProject; cluster: FilledCluster }

/** Renames a page, and its topic on all pages of it. */
export function RenameDialog({ isOpen, onClose, ...of }: Props) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={words.renameTitle}>
      <RenameForm {...of} onDone={onClose} />
    </Dialog>
  )
}

function RenameForm({ project, cluster, onDone }: Pick<Props, 'project' | 'cluster'> & { onDone: () => void }) {
  const { keywords } = useVault()
  const rename = useStudioAction(
    (change: { name?: string; topic?: string }) =>
      keywords.changeCluster({ project: project.id, cluster: cluster.id, change }),
    { done: words.renamed, failed: text.failedChange, keys: ['keywords'], onDone },
  )
  const submit = ({ name = '', topic = '' }: Record<string, string>) => {
    const change = {
      ...(name.trim() !== '' && name.trim() !== cluster.name && { name: name.trim() }),
      ...(topic.trim() !== '' && topic.trim() !== cluster.topic && { topic: topic.trim() }),
    }
    if (Object.keys(change).length === 0) onDone()
    else rename.mutate(change)
  }
  return (
    <Form onSubmit={submit}>
      <TextField
        name="name"
        label={words.name}
        defaultValue={cluster.name}
        maxLength={MAX_NAME_CHARACTERS}
        autoComplete="off"
      />
      <TextField
        name="topic"
        label={words.topic}
        hint={words.topicHint}
        defaultValue={cluster.topic}
        maxLength={KEYWORD_LIMITS.topicCharacters}
        autoComplete="off"
      />
      <Button type="submit" isBusy={rename.isPending} className="self-start">
        {text.save}
      </Button>
    </Form>
  )
}

/** Puts the keywords of another page into this one. */
export function MergeDialog({ isOpen, onClose, others, ...of }: Props & { others: readonly FilledCluster[] }) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={words.mergeTitle(of.cluster.name)}>
      <MergeForm {...of} others={others.filter(({ id }) => id !== of.cluster.id)} onDone={onClose} />
    </Dialog>
  )
}

type MergeProps = Pick<Props, 'project' | 'cluster'> & { others: readonly FilledCluster[]; onDone: () => void }

function MergeForm({ project, cluster, others, onDone }: MergeProps) {
  const { keywords } = useVault()
  const [from, setFrom] = useState(others[0]?.id ?? '')
  const merge = useStudioAction(() => keywords.merge(project.id, { into: cluster.id, from: [from] }), {
    done: words.merged,
    failed: text.failedChange,
    keys: ['keywords'],
    onDone,
  })
  return (
    <Form onSubmit={() => merge.mutate(undefined)}>
      <Text tone="soft">{words.mergeText}</Text>
      <SelectField
        label={words.mergeChoice}
        value={from}
        onChange={setFrom}
        options={others.map(({ id, name }) => [id, name])}
        isInForm
      />
      <Button type="submit" isBusy={merge.isPending} className="self-start">
        {words.merge}
      </Button>
    </Form>
  )
}
