       IDENTIFICATION DIVISION.
       PROGRAM-ID. RATECALC.
      * Applies the discount of long berths to one fee.
       DATA DIVISION.
       WORKING-STORAGE SECTION.
       01  WS-DISCOUNT                 PIC V99 VALUE .10.
       LINKAGE SECTION.
           COPY FEEREC.
           COPY BERTHREC.
       PROCEDURE DIVISION USING FEE-RECORD BERTH-RECORD.
       0000-MAIN.
           IF BERTH-CLOSED
               MOVE ZERO TO FEE-AMOUNT
           ELSE
               PERFORM 1000-DISCOUNT
           END-IF
           GOBACK.
       1000-DISCOUNT.
           IF FEE-CODE = 'LONG'
               COMPUTE FEE-AMOUNT ROUNDED =
                   FEE-AMOUNT * (1 - WS-DISCOUNT)
           END-IF.
