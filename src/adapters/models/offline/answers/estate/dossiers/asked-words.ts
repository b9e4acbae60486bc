/** Words that ask, or that every question of an application says: they tell nothing of what is meant. */
const SAYS_NOTHING =
  /^(?:be|is|it|an|as|at|by|if|in|of|on|or|to|do|me|we|my|so|up|us|no|the|and|but|for|from|with|without|into|onto|that|this|these|those|there|here|they|them|their|its|our|your|his|her|who|whom|whose|what|which|when|where|why|how|are|was|were|been|being|does|did|done|doing|has|have|had|can|could|may|might|must|shall|should|will|would|not|any|all|some|every|each|one|ones|two|new|old|same|other|others|more|most|very|just|only|also|than|then|thus|about|after|before|while|during|until|once|because|get|gets|got|give|gives|given|make|makes|made|let|lets|use|uses|used|using|system|application|app|program|programs|programme|code|software|user's|someone|somebody|anyone|anybody|people|person|happen|happens|exactly|actually|really|please|tell|know|see|want|need|needs|needed|way|thing|things|kind|kinds|sort|part|parts|logic|rule|rules|through|via|per|between|both|either|its|it's|i'm|what's|you|she|him|job|jobs|step|steps|screen|screens|online|batch|cobol|mainframe|cics|name|names|called|lett|dur|let|letting|handle|handles|handled|work|works|exact|everything|anything|something)$/;

/** "Added", "posting": what says the same is written without it. */
const INFLECTED = /(?<=^.{3,})(?<![aeiou]e?)(?:ed|ing)$/;

/** One thing, and called so in names. */
const CROSS_REFERENCE = /\bcross[- ]?references?\b/g;

/** The words of a question that tell what it is about, in their order, each once. @param besides  more words that only ask */
export function askedWords(said: string, besides?: RegExp): readonly string[] {
  const words = (
    said
      .toLowerCase()
      .replace(CROSS_REFERENCE, "xref")
      .match(/[\p{L}][\p{L}'’-]+/gu) ?? []
  )
    .map((word) => word.replace(/['’]s?$/, "").replace(INFLECTED, ""))
    .filter((word) => word.length > 1 && !SAYS_NOTHING.test(word) && besides?.test(word) !== true);
  return [...new Set(words)];
}
