import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useRef, useState } from 'react'
import type { DeviceSuite } from '#contract/devices/devices.ts'
import { nameProblem } from '#web/lib/remote/device-lists.ts'
import type { NewDevice } from '#web/lib/remote/vault-client.ts'
import { devices as words } from '#web/messages/devices.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { SelectField } from '#web/ui/form/filter-field.tsx'
import { RadioChoices } from '#web/ui/form/radio-choices.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { AddressView } from '../sharing/address-view.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { refreshDevices } from './devices.queries.ts'

const text = words.add

type Props = { isOpen: boolean; onClose: () => void; finalFocus: RefObject<HTMLElement | null> }

/** Adds one device, and shows its code once. */
export function AddDeviceDialog({ isOpen, onClose, finalFocus }: Props) {
  const field = useRef<HTMLInputElement>(null)
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={text.title} initialFocus={field} finalFocus={finalFocus}>
      <AddDevice onClose={onClose} fieldRef={field} />
    </Dialog>
  )
}

type FieldRef = { fieldRef: RefObject<HTMLInputElement | null> }

/** Apart from the dialog, so that each opening starts empty, and no code stays behind. */
function AddDevice({ onClose, fieldRef }: { onClose: () => void } & FieldRef) {
  const { devices } = useVault()
  const queries = useQueryClient()
  const add = useMutation({
    mutationFn: (device: NewDevice) => devices.add([device]),
    onSettled: () => refreshDevices(queries),
  })
  const code = add.data?.[0]?.code
  if (code !== undefined) return <DeviceCode code={code} onClose={onClose} />
  return (
    <div className="flex flex-col gap-4">
      {add.error && <Notice tone="error">{sentenceFor(add.error)}</Notice>}
      <DeviceForm isBusy={add.isPending} onSubmit={add.mutate} fieldRef={fieldRef} />
    </div>
  )
}

function DeviceCode({ code, onClose }: { code: string; onClose: () => void }) {
  return (
    <div className="flex flex-col gap-4">
      <Notice tone="attention">{text.made}</Notice>
      <AddressView address={code} words={text}>
        <Button variant="outline" onClick={onClose}>
          {text.done}
        </Button>
      </AddressView>
    </div>
  )
}

type FormProps = { isBusy: boolean; onSubmit: (device: NewDevice) => void } & FieldRef

export function DeviceForm({ isBusy, onSubmit, fieldRef }: FormProps) {
  const [suite, setSuite] = useState<DeviceSuite>('std')
  const [interval, setInterval] = useState('3600')
  return (
    <Form onSubmit={({ name = '' }) => onSubmit({ name: name.trim(), suite, intervalSeconds: Number(interval) })}>
      <TextField
        ref={fieldRef}
        name="name"
        label={text.name}
        hint={text.nameHint}
        autoComplete="off"
        validate={(value) => nameSentence(value)}
      />
      <RadioChoices
        label={text.suite}
        value={suite}
        onChange={setSuite}
        choices={[
          { value: 'std', label: text.std, hint: text.stdHint },
          { value: 'iot', label: text.iot, hint: text.iotHint },
        ]}
      />
      <SelectField
        isInForm
        label={text.interval}
        value={interval}
        onChange={setInterval}
        options={Object.entries(text.intervals)}
      />
      <Button type="submit" isBusy={isBusy} className="self-start">
        {isBusy ? text.busy : text.submit}
      </Button>
    </Form>
  )
}

/** Nothing is said of a field that nobody has filled yet: the form says that it is required. */
function nameSentence(value: string): string | null {
  if (value === '') return null
  const problem = nameProblem(value)
  if (problem === undefined) return null
  return problem === 'empty' ? text.nameMissing : text.nameLong
}
