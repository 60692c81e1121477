export { collectionSocialTitle as socialTitle } from '#worker/contract/page-titles.ts'
