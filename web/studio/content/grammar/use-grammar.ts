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
  const { grammar, checker } = useVault()
  const dictionary = useQuery(dictionaryQuery(grammar))
  const [choice, choose] = useDeviceChoice(GRAMMAR_CHOICE, ['off', 'on'])
  const [session, setSession] = useState<GrammarSession | null>(null)
  const [checked, setChecked] = useState<Checked>(NOTHING_CHECKED)
  const [tries, setTries] = useState(1)
  const [failedTry, setFailedTry] = useState(0)
  const hasFailed = failedTry === tries
  const { words, dialect, is_installed: isInstalled = false } = dictionary.data ?? {}
  const setting = words && dialect ? JSON.stringify({ dialect, words: words.map(({ word }) => word) }) : null
  const isOn = choice === 'on' && isInstalled && setting !== null
  const settingNow = useEffectEvent(() => JSON.parse(setting ?? '') as Setting)

  useEffect(() => {
    if (!isOn) return undefined
    const given = settingNow()
    const life = { session: null as GrammarSession | null, isOver: false }
    const begin = async () => {
      const engine = await checker.start((file) => grammar.readEngineFile(file), given)
      if (life.isOver) return engine.stop()
      life.session = new GrammarSession(engine, given, setChecked)
      return setSession(life.session)
    }
    begin().catch(() => !life.isOver && setFailedTry(tries))
    return () => {
      life.isOver = true
      life.session?.stop()
      setSession(null)
      setChecked(NOTHING_CHECKED)
    }
  }, [isOn, grammar, checker, tries])

  useEffect(() => {
    if (setting !== null) void session?.configure(JSON.parse(setting) as Setting)
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
