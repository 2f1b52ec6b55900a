import { type ReactNode, useState } from 'react'
import type { CsvSeparator } from '#contract/csv/csv.ts'
import { readCsvSeparator, saveCsvSeparator } from '#web/lib/files/save-csv.ts'
import { IDLE_MINUTES, type IdleMinutes, readIdleMinutes, saveIdleMinutes } from '#web/lib/idle-lock.ts'
import { settings as settingWords } from '#web/messages/settings.ts'
import { CardSection } from '#web/ui/layout/card.tsx'
import { ChoiceBar } from '#web/ui/list/choice-bar.tsx'
import { TextLink } from '#web/ui/layout/link.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { chooseScheme, chosenScheme } from '#web/ui/layout/scheme.ts'
import { LanguageChoice } from './language-choice.tsx'

const words = settingWords.looks

/** How the app looks and when it locks, in this browser. A choice holds at once. */
export function PreferencesSection() {
  const [scheme, setScheme] = useState(chosenScheme)
  const [minutes, setMinutes] = useState(() => readIdleMinutes(localStorage))
  const [separator, setSeparator] = useState(() => readCsvSeparator(localStorage, document.documentElement.lang))
  const chooseSeparator = (chosen: CsvSeparator) => {
    saveCsvSeparator(localStorage, chosen)
    setSeparator(chosen)
  }
  const chooseMinutes = (chosen: IdleMinutes) => {
    saveIdleMinutes(localStorage, chosen)
    setMinutes(chosen)
  }

  return (
    <>
      <Preference title={words.theme} lead={words.themeLead}>
        <ChoiceBar
          label={words.theme}
          value={scheme}
          onChange={(chosen) => setScheme(chooseScheme(chosen))}
          options={words.themes}
        />
      </Preference>
      <Preference title={words.lock} lead={words.lockLead}>
        <ChoiceBar
          label={words.lock}
          value={String(minutes)}
          onChange={(chosen) => chooseMinutes(IDLE_MINUTES.find((one) => String(one) === chosen) ?? 0)}
          options={IDLE_MINUTES.map((one) => [String(one), one === 0 ? words.never : words.minutes(one)] as const)}
        />
      </Preference>
      <Preference title={words.language} lead={words.languageLead}>
        <LanguageChoice />
      </Preference>
      <Preference title={words.csv} lead={words.csvLead}>
        <ChoiceBar
          label={words.csv}
          value={separator}
          onChange={(chosen) => chooseSeparator(chosen === ';' ? ';' : ',')}
          options={words.separators}
        />
      </Preference>
      <Preference title={words.notifications} lead={words.notificationsText}>
        <TextLink to="/dashboard/notifications" className="text-sm">
          {words.configure}
        </TextLink>
      </Preference>
    </>
  )
}

function Preference({ title, lead, children }: { title: string; lead: string; children?: ReactNode }) {
  return (
    <CardSection aria-label={title} className="flex flex-col gap-3 p-4">
      <div>
        <Heading>{title}</Heading>
        <Text tone="soft" className="mt-0.5 max-w-prose">
          {lead}
        </Text>
      </div>
      {children}
    </CardSection>
  )
}
