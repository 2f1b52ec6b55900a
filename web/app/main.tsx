import '../tokens.css'
import { languageFor, readLanguageChoice } from '#web/lib/language.ts'
import { borrowedClient } from '#web/lib/remote/lent-client.ts'
import { speak } from '#web/messages/languages/speak.ts'

void start()

/** Screens read their words while they are loaded, so the language comes first. */
async function start() {
  await speak(languageFor(readLanguageChoice(localStorage), navigator.languages))
  const [{ createVaultClient }, { showApp, startApp }] = await Promise.all([
    import('#web/lib/remote/create-vault-client.ts'),
    import('./start.tsx'),
  ])
  const borrowed = borrowedClient()
  if (!borrowed) return startApp(createVaultClient())
  // Nothing of a frame that is gone stays with the page that lent.
  addEventListener('pagehide', showApp(borrowed))
}
