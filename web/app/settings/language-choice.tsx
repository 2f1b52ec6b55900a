import { useState } from 'react'
import { asLanguageChoice, readLanguageChoice, saveLanguageChoice } from '#web/lib/language.ts'
import { m } from '#web/messages/app.ts'
import { Button } from '#web/ui/button/button.tsx'
import { ChoiceBar } from '#web/ui/list/choice-bar.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'

const words = m.settings.looks

/** The language, in this browser. Screens have read their words already, so it needs a reload, which is said before it happens. */
export function LanguageChoice() {
  const [spoken] = useState(() => readLanguageChoice(localStorage))
  const [wanted, setWanted] = useState(spoken)
  const reload = () => {
    saveLanguageChoice(localStorage, wanted)
    location.reload()
  }

  return (
    <>
      <ChoiceBar
        label={words.language}
        value={wanted}
        onChange={(chosen) => setWanted(asLanguageChoice(chosen))}
        options={words.languages}
      />
      {wanted !== spoken && (
        <Notice
          tone="attention"
          action={
            <Button variant="outline" onClick={reload}>
              {words.languageSubmit}
            </Button>
          }
        >
          {words.languageReload}
        </Notice>
      )}
    </>
  )
}
