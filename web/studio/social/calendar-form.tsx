import { useId, useState } from 'react'
import { type Platform, PLATFORMS, SOCIAL_LIMITS } from '#contract/studio/platforms.ts'
import { social as words } from '#web/messages/studio/social.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { TextArea } from '#web/ui/form/text-area.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { toastError } from '#web/ui/overlay/toast.tsx'
import { lengthProblem } from '#web/ui/form/text-limit.ts'
import { listProblem } from '../entry-limits.ts'
import { WhatLeaves } from '../what-leaves.tsx'

type Fields = { topics: string[]; month: string; platforms: Platform[]; brand_voice: string }

type Props = { isBusy: boolean; hasModel: boolean; onMake: (fields: Fields) => void }

/** What the calendar is about, for which month and platforms. */
export function CalendarForm({ isBusy, hasModel, onMake }: Props) {
  const { calendars } = useVault()
  const [topics, setTopics] = useState('')
  const [month, setMonth] = useState(thisMonth)
  const [platforms, setPlatforms] = useState<readonly Platform[]>(['LinkedIn', 'Twitter'])
  const [voice, setVoice] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const { topics: most, topicCharacters: characters } = SOCIAL_LIMITS
  const voiceProblem = lengthProblem(voice.trim(), SOCIAL_LIMITS.voiceCharacters)
  const all = topicsOf(topics)
  const tooLong = listProblem(all, { most, characters })
  const missing = all.length === 0 ? words.topicsMissing : platforms.length === 0 ? words.platformMissing : null
  const refused = missing ?? tooLong ?? voiceProblem
  const chosen = PLATFORMS.filter((platform) => platforms.includes(platform))
  const fields = { topics: all, month, platforms: chosen, brand_voice: voice.trim() }
  const submit = () => {
    setProblem(all.length === 0 ? missing : null)
    if (refused !== null) toastError(words.error, refused)
    else onMake(fields)
  }
  return (
    <Form onSubmit={submit} className="mt-3">
      <TextArea
        name="topics"
        label={words.fields.topics}
        hint={words.fields.topicsHint}
        required={false}
        problem={problem ?? tooLong}
        rows={3}
        value={topics}
        onValueChange={(typed) => {
          setProblem(null)
          setTopics(typed)
        }}
      />
      <TextField
        name="month"
        type="month"
        label={words.fields.month}
        value={month}
        onChange={(event) => setMonth(event.currentTarget.value)}
      />
      <PlatformChoice chosen={platforms} onChange={setPlatforms} />
      <TextField
        name="voice"
        label={words.fields.voice}
        required={false}
        problem={voiceProblem}
        autoComplete="off"
        value={voice}
        onChange={(event) => setVoice(event.currentTarget.value)}
      />
      <Button type="submit" isBusy={isBusy} className="self-start">
        {words.generate}
      </Button>
      {hasModel && <WhatLeaves look={() => calendars.preview(fields)} disabled={refused !== null} />}
    </Form>
  )
}

const topicsOf = (typed: string): string[] => [
  ...new Set(
    typed
      .split(',')
      .map((topic) => topic.trim())
      .filter((topic) => topic !== ''),
  ),
]

type ChoiceProps = { chosen: readonly Platform[]; onChange: (chosen: readonly Platform[]) => void }

function PlatformChoice({ chosen, onChange }: ChoiceProps) {
  const labelId = useId()
  return (
    <fieldset aria-labelledby={labelId} className="flex flex-col gap-2">
      <legend id={labelId} className="mb-1.5 text-sm font-semibold">
        {words.fields.platforms}
      </legend>
      {PLATFORMS.map((platform) => (
        <Checkbox
          key={platform}
          label={words.platforms[platform]}
          checked={chosen.includes(platform)}
          onCheckedChange={(isChosen) =>
            onChange(isChosen ? [...chosen, platform] : chosen.filter((one) => one !== platform))
          }
        />
      ))}
    </fieldset>
  )
}

function thisMonth(): string {
  const now = new Date()
  return `${now.getFullYear()}-${String(now.getMonth() + 1).padStart(2, '0')}`
}
