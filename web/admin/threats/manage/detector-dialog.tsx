import { useState } from 'react'
import {
  DETECTOR_MODES,
  DETECTORS,
  type DetectorMode,
  type DetectorName,
  WITHOUT_SENSITIVITY,
} from '#contract/threats.ts'
import type { DetectorSetting } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { threats } from '#web/messages/threats/threats.ts'
import { threatsPage } from '#web/messages/threats/threats-page.ts'
import { Button } from '#web/ui/button/button.tsx'
import { SelectField } from '#web/ui/form/filter-field.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { RadioChoices } from '#web/ui/form/radio-choices.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { AlertDialog } from '#web/ui/overlay/alert-dialog.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { factorWord } from './factor-word.ts'
import { useThreatWrite } from './use-threat-write.ts'
import { useProtection } from '#web/parts/vault/use-protection.ts'

const text = threatsPage.detectors
const OFFERED = [0.5, 1, 2, 4]

type Props = {
  /** Open while there is one. */
  name: DetectorName | null
  setting: DetectorSetting | null
  onClose: () => void
}

/** How one detector is set. Turning it off is asked about, with what is lost by it. */
export function DetectorDialog({ name, setting, onClose }: Props) {
  return (
    <Dialog isOpen={name !== null} onClose={onClose} title={name === null ? '' : threats.detectors[name]}>
      {name !== null && setting !== null && <DetectorForm name={name} setting={setting} onDone={onClose} />}
    </Dialog>
  )
}

type FormProps = { name: DetectorName; setting: DetectorSetting; onDone: () => void }

function DetectorForm({ name, setting, onDone }: FormProps) {
  const client = useVault().threats
  const { guarded } = useProtection()
  const [mode, setMode] = useState<DetectorMode>(setting.mode)
  const [factor, setFactor] = useState(setting.factor)
  const [isAsked, setAsked] = useState(false)
  const tune = useThreatWrite(guarded(client.tune), {
    done: text.saved,
    detail: text.takesEffect,
    failed: text.failed,
    onDone,
  })
  const save = () => tune.mutate({ detector: name, mode, factor })
  const isTurnedOff = mode === 'off' && setting.mode !== 'off'
  return (
    <Form onSubmit={() => (isTurnedOff ? setAsked(true) : save())}>
      <Text tone="soft">{text.looksFor[name]}</Text>
      <RadioChoices
        label={text.mode}
        choices={DETECTOR_MODES.map((value) => ({ value, label: text.modes[value], hint: text.modeHints[value] }))}
        value={mode}
        onChange={setMode}
      />
      <Sensitivity name={name} factor={factor} onChange={setFactor} />
      <Button type="submit" isBusy={tune.isPending} className="self-start">
        {tune.isPending ? text.saving : text.save}
      </Button>
      <AlertDialog
        isOpen={isAsked}
        title={text.ask(threats.detectors[name])}
        text={text.askText(lostWithout(name))}
        confirmLabel={text.askSubmit}
        cancelLabel={m.common.cancel}
        onConfirm={save}
        onClose={() => setAsked(false)}
      />
    </Form>
  )
}

type SensitivityProps = {
  name: DetectorName
  factor: number
  onChange: (factor: number) => void
}

function Sensitivity({ name, factor, onChange }: SensitivityProps) {
  if (WITHOUT_SENSITIVITY.includes(name)) return <Text tone="hint">{text.noSensitivity}</Text>
  const offered = OFFERED.includes(factor) ? OFFERED : [...OFFERED, factor]
  return (
    <SelectField
      isInForm
      label={text.sensitivity}
      value={String(factor)}
      onChange={(value) => onChange(Number(value))}
      options={offered.map((value) => [String(value), text.factorHints[String(value)] ?? factorWord(value)])}
    />
  )
}

/** What happens unhindered or unseen while a detector is off. */
function lostWithout(name: DetectorName): string {
  if (name === 'canary') return text.lostCanary
  if (name === 'token_reuse') return text.lostToken
  return text.lost[DETECTORS[name].enforcement]
}
