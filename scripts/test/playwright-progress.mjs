/** A Playwright reporter for `npm test`: a line for each test as it ends. What failed is told at the end, from the report. */
import { basename } from 'node:path';

export default class Progress {
  #total = 0;
  #done = 0;

  onBegin(_config, suite) {
    this.#total = suite.allTests().length;
  }

  onTestEnd(test, result) {
    const again = result.status !== test.expectedStatus && result.retry < test.retries;
    if (!again) this.#done++;
    const title = test.titlePath().slice(3).join(' > ');
    const verdict = result.status === test.expectedStatus ? '' : again ? ' failed, tried again' : ' FAILED';
    console.log(
      `${this.#done}/${this.#total} ${basename(test.location.file)} > ${title} ${(result.duration / 1000).toFixed(1)} s${verdict}`,
    );
  }

  printsToStdio() {
    return true;
  }
}
