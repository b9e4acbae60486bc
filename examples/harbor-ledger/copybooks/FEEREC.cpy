      * One fee of the day, as the harbour office delivers it.
       01  FEE-RECORD.
           05  FEE-BERTH-ID            PIC 9(09).
           05  FEE-CODE                PIC X(04).
           05  FEE-AMOUNT              PIC S9(07)V99 COMP-3.
           05  FEE-DATE                PIC 9(08).
