import { Cpu } from 'lucide-react'
import { PRESET_FACTS } from '#contract/studio/models.ts'
import { formatBytes, formatCount, formatShortDateTime } from '#web/lib/format.ts'
import type { ModelConnection, OwnModelFile } from '#web/lib/remote/vault-client.ts'
import { models as words } from '#web/messages/studio/models.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { Button } from '#web/ui/button/button.tsx'
import { StateMark } from '#web/ui/feedback/state-mark.tsx'
import { Row } from '#web/ui/list/row-list.tsx'
import { toastDone, toastError } from '#web/ui/overlay/toast.tsx'
import { AFTER_MODELS } from '../models.queries.ts'
import { Removal } from '../removal.tsx'
import { useStudioAction } from '../use-studio-action.ts'

const TONES = { active: 'good', unreachable: 'bad', not_configured: 'none' } as const

type Props = {
  one: ModelConnection
  /** Undefined for a connection to a model elsewhere, and while it is read. */
  file: OwnModelFile | undefined
  onEdit: () => void
}

/** A connection, or an uploaded model, with what can be done to it. */
export function ConnectionRow({ one, file, onEdit }: Props) {
  const { models } = useVault()
  const isOwn = one.preset === 'own'
  const asking = isOwn ? words.own : words
  const look = useStudioAction(() => models.look(one.id), {
    done: () => undefined,
    failed: words.failedAct,
    keys: AFTER_MODELS,
    onDone: ({ state, problem, models: offered }) => {
      if (state === 'active') toastDone(words.tested(offered.length))
      else toastError(words.testFailed, problem ?? words.states[state])
    },
  })
  return (
    <Row
      icon={<Cpu size={18} aria-hidden="true" />}
      title={one.name}
      badge={<StateMark tone={TONES[one.state]}>{words.states[one.state]}</StateMark>}
      detail={isOwn ? ownDetail(one, file) : detailOf(one)}
      actions={
        <>
          <Button variant="outline" size="sm" isBusy={look.isPending} onClick={() => look.mutate(undefined)}>
            {words.test}
          </Button>
          {!isOwn && (
            <Button variant="outline" size="sm" onClick={onEdit}>
              {words.edit}
            </Button>
          )}
          <Removal
            words={{
              title: asking.removeTitle(one.name),
              text: asking.removeText,
              confirm: asking.remove,
              cancel: words.cancel,
              done: asking.removed,
              failed: words.failedAct,
            }}
            keys={AFTER_MODELS}
            onRemove={() => models.remove(one.id)}
            size="sm"
          >
            {asking.remove}
          </Removal>
        </>
      }
    />
  )
}

function detailOf({ preset, address, key_end: end, models, problem, looked_at: at }: ModelConnection): string {
  return [
    PRESET_FACTS[preset].label,
    address,
    end === null ? words.noKey : words.key(end),
    words.offers(models.length),
    ...(problem === null ? [] : [problem]),
    at === null ? words.neverLooked : words.lookedAt(formatShortDateTime(new Date(at))),
  ].join(' · ')
}

function ownDetail({ preset, problem }: ModelConnection, file: OwnModelFile | undefined): string {
  return [
    PRESET_FACTS[preset].label,
    ...(file ? [formatBytes(file.size_bytes)] : []),
    ...(file?.architecture && file.parameters !== null
      ? [words.own.facts(file.architecture, formatCount(file.parameters))]
      : []),
    ...(file?.context_tokens ? [words.own.reads(formatCount(file.context_tokens))] : []),
    ...(problem === null ? [] : [problem]),
    ...(file?.sha256 ? [words.own.checksum(file.sha256)] : []),
  ].join(' · ')
}
