      * One berth account: key, holder, balance in cents.
       01  BERTH-RECORD.
           05  BERTH-ID                PIC 9(09).
           05  BERTH-HOLDER            PIC X(30).
           05  BERTH-BALANCE           PIC S9(11)V99 COMP-3.
           05  BERTH-STATUS            PIC X(01).
               88  BERTH-OPEN          VALUE 'O'.
               88  BERTH-CLOSED        VALUE 'C'.
