import { useEffect, useRef, useState } from 'react'
import { asLanguageChoice, languageFor, readLanguageChoice, saveLanguageChoice } from '#web/lib/language.ts'
import { settings as settingWords } from '#web/messages/settings.ts'
import { speak, spoken } from '#web/messages/languages/speak.ts'
import { ChoiceBar } from '#web/ui/list/choice-bar.tsx'
import { toastError } from '#web/ui/overlay/toast.tsx'

const words = settingWords.looks
/** The page renders again in another language; the focus goes back to the choice. */
let hasChosen = false

/** The language, in this browser. It is spoken at once, and the vault stays open. */
export function LanguageChoice() {
  const [choice, setChoice] = useState(() => readLanguageChoice(localStorage))
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (hasChosen) box.current?.querySelector<HTMLElement>('input:checked')?.focus()
    hasChosen = false
  }, [])
  const choose = async (id: string) => {
    const chosen = asLanguageChoice(id)
    const wanted = languageFor(chosen, navigator.languages)
    hasChosen = wanted !== spoken.read()
    setChoice(chosen)
    saveLanguageChoice(localStorage, chosen)
    if ((await speak(wanted)) === wanted) return
    hasChosen = false
    setChoice(choice)
    saveLanguageChoice(localStorage, choice)
    toastError(words.languageFailed, words.languageFailedText)
  }

  return (
    <div ref={box}>
      <ChoiceBar label={words.language} value={choice} onChange={(id) => void choose(id)} options={words.languages} />
    </div>
  )
}
