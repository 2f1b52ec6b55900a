import { useState } from 'react'
import { CONNECTED_PRESETS, type ConnectedPreset, MODEL_LIMITS, PRESET_FACTS } from '#contract/studio/models.ts'
import type { ModelConnection } from '#web/lib/remote/vault-client.ts'
import { models as words } from '#web/messages/studio/models.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { SelectField } from '#web/ui/form/filter-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { toastDone, toastError } from '#web/ui/overlay/toast.tsx'
import { said } from '../said.ts'
import { useStudioAction } from '../use-studio-action.ts'

type Props = {
  /** Null: a new one. */
  connection: ModelConnection | null
  onClose: () => void
}

/** Where a model is reached, and by which key. What is new is looked at once. */
export function ConnectionDialog({ connection, onClose }: Props) {
  const [preset, setPreset] = useState<ConnectedPreset>(presetOf(connection?.preset))
  const [address, setAddress] = useState(connection?.address ?? PRESET_FACTS.ollama.address)
  const [name, setName] = useState(connection?.name)
  const save = useConnecting(connection, onClose)
  const choose = (chosen: string) => {
    const known = presetOf(chosen)
    setPreset(known)
    setAddress(PRESET_FACTS[known].address)
  }
  const title = connection ? words.editTitle(connection.name) : words.connectTitle
  const keyHint = connection?.key_end ? `${words.fields.keyHint} ${words.fields.keyKept}` : words.fields.keyHint
  return (
    <Dialog isOpen onClose={onClose} title={title} isBusy={save.isPending}>
      <Form onSubmit={(values) => save.mutate({ ...values, preset, address })}>
        {save.error && <Notice tone="error">{said(save.error)}</Notice>}
        <SelectField
          label={words.fields.preset}
          isInForm
          value={preset}
          onChange={choose}
          options={CONNECTED_PRESETS.map((one) => [one, PRESET_FACTS[one].label] as const)}
        />
        <TextField
          name="name"
          label={words.fields.name}
          maxLength={MODEL_LIMITS.nameCharacters}
          autoComplete="off"
          value={name ?? PRESET_FACTS[preset].label}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextField
          name="address"
          label={words.fields.address}
          hint={words.fields.addressHint}
          isMono
          maxLength={MODEL_LIMITS.addressCharacters}
          autoComplete="off"
          value={address}
          onChange={(event) => setAddress(event.currentTarget.value)}
        />
        <TextField
          name="key"
          type="password"
          label={words.fields.key}
          hint={keyHint}
          isOptional={!PRESET_FACTS[preset].needsKey || typeof connection?.key_end === 'string'}
          maxLength={MODEL_LIMITS.keyCharacters}
          autoComplete="off"
        />
        <Button type="submit" isBusy={save.isPending} className="self-start">
          {connection ? words.save : words.connect}
        </Button>
      </Form>
    </Dialog>
  )
}

type Typed = { name?: string; key?: string; preset: ConnectedPreset; address: string }

const presetOf = (name: string | undefined): ConnectedPreset =>
  CONNECTED_PRESETS.find((one) => one === name) ?? 'ollama'

/** Saves a connection, and looks at once what it offers. */
function useConnecting(connection: ModelConnection | null, onDone: () => void) {
  const { models } = useVault()
  // One for each dialog: what is sent again after a cut line is the same connection.
  const [newId] = useState(() => crypto.randomUUID())
  return useStudioAction(
    async ({ name = '', key = '', preset, address }: Typed) => {
      const typedKey = key.trim()
      const fields = { name: name.trim(), preset, address: address.trim(), ...(typedKey !== '' && { key: typedKey }) }
      const id = connection?.id ?? newId
      if (connection) await models.change(id, { ...fields, version: connection.version })
      else await models.add({ ...fields, id })
      return models.look(id)
    },
    {
      done: () => undefined,
      failed: words.failedAct,
      keys: ['studio-models'],
      onDone: ({ state, problem }) => {
        if (state === 'active') toastDone(connection ? words.saved : words.connected)
        else toastError(words.savedAway, problem ?? words.states[state])
        onDone()
      },
      isQuiet: true,
    },
  )
}
