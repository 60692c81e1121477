export { editionSocialTitle as socialTitle } from '#contract/words/social-titles.ts'
