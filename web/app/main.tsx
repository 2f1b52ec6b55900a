import '../tokens.css'
import { languageFor, readLanguageChoice } from '#web/lib/language.ts'
import { speak } from '#web/messages/languages/speak.ts'

void start()

/** Screens read their words while they are loaded, so the language comes first. */
async function start() {
  await speak(languageFor(readLanguageChoice(localStorage), navigator.languages))
  const [{ createVaultClient }, { startApp }] = await Promise.all([
    import('#web/lib/remote/create-vault-client.ts'),
    import('./start.tsx'),
  ])
  startApp(createVaultClient())
}
