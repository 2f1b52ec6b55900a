import { useState } from 'react'
import { SettingsForm } from '#web/parts/form/settings-form.tsx'
import type { SettingsField } from '#web/parts/form/settings.ts'
import { Button } from '#web/ui/button/button.tsx'
import { CardSection } from '#web/ui/layout/card.tsx'

type Harbour = { name: string; pier: string; note: string; isOpen: boolean }

const FIELDS: SettingsField<Harbour>[] = [
  { kind: 'text', name: 'name', label: 'Name', hint: 'As it is on the sign.' },
  {
    kind: 'choice',
    name: 'pier',
    label: 'Pier',
    missing: 'Choose a pier.',
    options: [
      ['', 'Choose'],
      ['north', 'North pier'],
      ['south', 'South pier'],
    ],
  },
  { kind: 'area', name: 'note', label: 'Note', rows: 3, isOptional: true },
  { kind: 'switch', name: 'isOpen', label: 'Open at night' },
]
const WORDS = { save: 'Save harbour', saved: 'Harbour saved', failed: 'Not saved' }

/** A form of settings, and what somebody else could do meanwhile. */
export function SettingsSample() {
  const [{ stored, version }, setStored] = useState({
    stored: { name: 'Old Harbour', pier: 'north', note: '', isOpen: true },
    version: 1,
  })
  const save = async (values: Harbour) => setStored({ stored: values, version: version + 1 })
  return (
    <CardSection aria-label="Harbour" className="flex max-w-2xl flex-col gap-4 p-4">
      <Button variant="outline" className="self-start" onClick={() => void save({ ...stored, name: 'Their Harbour' })}>
        Somebody else saves another name
      </Button>
      <SettingsForm fields={FIELDS} stored={stored} version={version} save={save} words={WORDS} keys={[]} />
    </CardSection>
  )
}
