// The pdf.js worker, which parses files.
import 'pdfjs-dist/legacy/build/pdf.worker.mjs'
