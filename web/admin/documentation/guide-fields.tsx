import { useState } from 'react'
import { GUIDE_LIMITS as LIMITS, GUIDE_SECTIONS } from '#contract/documentation/own-guides.ts'
import type { OpenGuide } from '#web/lib/remote/vault-client.ts'
import { documentationEditor } from '#web/messages/documentation/documentation-editor.ts'
import { Form } from '#web/ui/form/field.tsx'
import { SelectField } from '#web/ui/form/filter-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Heading } from '#web/ui/layout/text.tsx'
import type { DraftState } from './use-draft.ts'

const words = documentationEditor.form
const NONE = ''

type Props = { guide: OpenGuide; state: DraftState; built: readonly { slug: string; title: string }[] }

/** What lists and the address say of a guide. Each change is saved with the text. */
export function GuideFields({ guide, state: { draft, change }, built }: Props) {
  const section = (value: string) => GUIDE_SECTIONS.find((one) => one === value) ?? draft.section
  return (
    <Card className="p-4">
      <Form onSubmit={() => undefined}>
        <Heading>{words.about}</Heading>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            name="title"
            label={words.title}
            maxLength={LIMITS.titleCharacters}
            autoComplete="off"
            value={draft.title}
            onChange={(event) => change({ title: event.currentTarget.value })}
          />
          <TextField
            name="slug"
            label={words.slug}
            isMono
            autoComplete="off"
            spellCheck={false}
            maxLength={LIMITS.slugCharacters}
            value={draft.slug}
            readOnly={guide.has_versions}
            hint={guide.has_versions ? words.slugFixed : undefined}
            onChange={(event) => change({ slug: event.currentTarget.value })}
          />
        </div>
        <TextField
          name="description"
          label={words.description}
          hint={words.descriptionHint}
          maxLength={LIMITS.descriptionCharacters}
          autoComplete="off"
          value={draft.description}
          onChange={(event) => change({ description: event.currentTarget.value })}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            isInForm
            label={words.section}
            value={draft.section}
            onChange={(value) => change({ section: section(value) })}
            options={GUIDE_SECTIONS.map((one) => [one, documentationEditor.section(one)] as const)}
          />
          <PlaceField place={draft.place} onChange={(place) => change({ place })} />
        </div>
        <SelectField
          isInForm
          label={words.replaces}
          value={draft.replaces ?? NONE}
          onChange={(slug) => change({ replaces: slug === NONE ? null : slug })}
          options={[[NONE, words.nothing], ...built.map(({ slug, title }) => [slug, title] as const)]}
        />
        <p className="-mt-2 text-xs text-ink-3">{words.replacesHint}</p>
      </Form>
    </Card>
  )
}

/** A number that is being typed may be none for a moment. */
function PlaceField({ place, onChange }: { place: number; onChange: (place: number) => void }) {
  const [typed, setTyped] = useState(String(place))
  const [known, setKnown] = useState(place)
  if (known !== place) {
    setKnown(place)
    setTyped(String(place))
  }
  const isWrong = !/^\d{1,4}$/.test(typed.trim())
  return (
    <TextField
      name="place"
      label={words.place}
      inputMode="numeric"
      autoComplete="off"
      value={typed}
      problem={isWrong ? words.placeWrong : null}
      onChange={(event) => {
        const value = event.currentTarget.value
        setTyped(value)
        if (!/^\d{1,4}$/.test(value.trim())) return
        setKnown(Number(value))
        onChange(Number(value))
      }}
    />
  )
}
