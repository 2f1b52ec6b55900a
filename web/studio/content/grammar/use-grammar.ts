import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Setting } from '#web/lib/remote/vault-client.ts'
import { useDeviceChoice } from '#web/lib/device-choice.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { dictionaryQuery } from './dictionary.queries.ts'
import { type Checked, GrammarSession, NOTHING_CHECKED } from './grammar-session.ts'

/** Key under which a browser keeps whether texts are checked. */
export const GRAMMAR_CHOICE = 'qs-check-grammar'

export type Grammar = ReturnType<typeof useGrammar>

/** Checks the text of the open draft while the switch is on. Nothing of the engine is loaded before that. */
export function useGrammar() {
  const { grammar } = useVault()
  const dictionary = useQuery(dictionaryQuery(grammar))
  const [choice, choose] = useDeviceChoice(GRAMMAR_CHOICE, ['off', 'on'])
  const [session, setSession] = useState<GrammarSession | null>(null)
  const [checked, setChecked] = useState<Checked>(NOTHING_CHECKED)
  const [hasFailed, setFailed] = useState(false)
  const [tries, setTries] = useState(0)
  const { words, dialect, is_installed: isInstalled = false } = dictionary.data ?? {}
  const setting = words && dialect ? JSON.stringify({ dialect, words: words.map(({ word }) => word) }) : null
  const isOn = choice === 'on' && isInstalled && setting !== null
  const settingNow = useEffectEvent(() => JSON.parse(setting ?? '') as Setting)

  useEffect(() => {
    if (!isOn) return undefined
    const given = settingNow()
    const life = { session: null as GrammarSession | null, isOver: false }
    grammar.start(given).then(
      (engine) => {
        if (life.isOver) return engine.stop()
        life.session = new GrammarSession(engine, given, setChecked)
        setSession(life.session)
      },
      () => !life.isOver && setFailed(true),
    )
    return () => {
      life.isOver = true
      life.session?.stop()
      setSession(null)
      setChecked(NOTHING_CHECKED)
      setFailed(false)
    }
  }, [isOn, grammar, tries])

  useEffect(() => {
    if (setting !== null) session?.configure(JSON.parse(setting) as Setting)
  }, [session, setting])

  return {
    dictionary,
    isInstalled,
    isOn,
    setOn: (on: boolean) => choose(on ? 'on' : 'off'),
    isStarting: isOn && session === null && !hasFailed,
    hasFailed,
    startAgain: () => setTries((now) => now + 1),
    session,
    checked,
  }
}

/** Has a text checked for as long as it is in the editor. */
export function useCheckedText({ session }: Grammar, text: string): void {
  useEffect(() => session?.setText(text), [session, text])
}
