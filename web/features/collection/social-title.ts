export { collectionSocialTitle as socialTitle } from '#contract/words/page-titles.ts'
