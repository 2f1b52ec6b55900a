import { useId, useState } from 'react'
import { type Platform, PLATFORMS, SOCIAL_LIMITS } from '#contract/studio/platforms.ts'
import { social as words } from '#web/messages/studio/social.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { TextArea } from '#web/ui/form/text-area.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { toastError } from '#web/ui/overlay/toast.tsx'

type Fields = { topics: string[]; month: string; platforms: Platform[]; brand_voice: string }

/** What the calendar is about, for which month and platforms. */
export function CalendarForm({ isBusy, onMake }: { isBusy: boolean; onMake: (fields: Fields) => void }) {
  const [topics, setTopics] = useState('')
  const [month, setMonth] = useState(thisMonth)
  const [platforms, setPlatforms] = useState<readonly Platform[]>(['LinkedIn', 'Twitter'])
  const [voice, setVoice] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const platformsId = useId()
  const submit = () => {
    const all = [...new Set(topics.split(',').map((topic) => topic.trim()))].filter((topic) => topic !== '')
    const missing = all.length === 0 ? words.topicsMissing : platforms.length === 0 ? words.platformMissing : null
    setProblem(all.length === 0 ? missing : null)
    if (missing !== null) return void toastError(words.error, missing)
    onMake({
      topics: all.map((topic) => topic.slice(0, SOCIAL_LIMITS.topicCharacters)).slice(0, SOCIAL_LIMITS.topics),
      month,
      platforms: PLATFORMS.filter((platform) => platforms.includes(platform)),
      brand_voice: voice.trim(),
    })
  }
  return (
    <Form onSubmit={submit} className="mt-3">
      <TextArea
        name="topics"
        label={words.fields.topics}
        hint={words.fields.topicsHint}
        required={false}
        problem={problem}
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
      <fieldset aria-labelledby={platformsId} className="flex flex-col gap-2">
        <legend id={platformsId} className="mb-1.5 text-sm font-semibold">
          {words.fields.platforms}
        </legend>
        {PLATFORMS.map((platform) => (
          <Checkbox
            key={platform}
            label={words.platforms[platform]}
            checked={platforms.includes(platform)}
            onCheckedChange={(isChosen) =>
              setPlatforms((now) => (isChosen ? [...now, platform] : now.filter((one) => one !== platform)))
            }
          />
        ))}
      </fieldset>
      <TextField
        name="voice"
        label={words.fields.voice}
        required={false}
        maxLength={SOCIAL_LIMITS.voiceCharacters}
        autoComplete="off"
        value={voice}
        onChange={(event) => setVoice(event.currentTarget.value)}
      />
      <Button type="submit" isBusy={isBusy} className="self-start">
        {words.generate}
      </Button>
    </Form>
  )
}

function thisMonth(): string {
  const now = new Date()
  return `${now.getFullYear()}-${String(now.getMonth() + 1).padStart(2, '0')}`
}
