// Translations of the worker's texts, and the language of each call.
import { AsyncLocalStorage } from 'node:async_hooks'
import de from '#messages/de/worker.json' with { type: 'json' }
import es from '#messages/es/worker.json' with { type: 'json' }
import fr from '#messages/fr/worker.json' with { type: 'json' }
import it from '#messages/it/worker.json' with { type: 'json' }
import ja from '#messages/ja/worker.json' with { type: 'json' }
import ko from '#messages/ko/worker.json' with { type: 'json' }
import pt from '#messages/pt/worker.json' with { type: 'json' }
import tr from '#messages/tr/worker.json' with { type: 'json' }
import zh from '#messages/zh/worker.json' with { type: 'json' }
import { defaultLanguage } from '#contract/words/languages.ts'
import { setSpeech } from '#contract/words/speech.ts'

const catalogues = new Map<string, Record<string, string>>(
  Object.entries({ de, es, fr, it, ja, ko, pt, tr, zh }),
)
const languageOfCall = new AsyncLocalStorage<string>()

setSpeech({
  language: () => languageOfCall.getStore() ?? defaultLanguage,
  within: (language, work) => languageOfCall.run(language, work),
  translationOf(key, language) {
    const texts = catalogues.get(language) ?? {}
    return Object.hasOwn(texts, key) ? texts[key] : undefined
  },
})
