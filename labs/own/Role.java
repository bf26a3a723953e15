package own;

/** What a load has to do with the verdict. */
enum Role {
    /** The verdict is about it: the peak of production, or where that was not told, the most users. */
    DECIDES,
    /** What is surely worse under it forbids to enable: fewer users, where no peak was told. */
    COUNTS,
    /** Users without pauses beside a peak that was told: what changes under it is a warning. */
    WARNS
}
